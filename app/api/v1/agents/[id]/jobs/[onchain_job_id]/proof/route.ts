import { getAgentJobProofEndpoint } from '#lib/api/proofs.ts'
import { handle } from '#lib/http/handle.ts'
import { toProofReply } from '#lib/http/replies/proof-reply.ts'
import { readAgentProof } from '#lib/usecases/proofs/read-proof.ts'

export const GET = handle(getAgentJobProofEndpoint, async ({ ctx, params }) =>
  toProofReply(await readAgentProof(ctx, { agentId: params.id, id: BigInt(params.onchain_job_id) }), 'anyone'),
)
