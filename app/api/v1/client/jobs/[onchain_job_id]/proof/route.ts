import { getJobProofEndpoint } from '#lib/api/proofs.ts'
import { handle } from '#lib/http/handle.ts'
import { toProofReply } from '#lib/http/replies/proof-reply.ts'
import { readOwnProof } from '#lib/usecases/proofs/read-proof.ts'

export const GET = handle(getJobProofEndpoint, async ({ ctx, params }) =>
  toProofReply(await readOwnProof(ctx, { id: BigInt(params.onchain_job_id) }), 'client'),
)
