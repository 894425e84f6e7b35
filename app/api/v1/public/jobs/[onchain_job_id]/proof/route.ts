import { getPublicProofEndpoint } from '#lib/api/proofs.ts'
import { handleShared } from '#lib/http/handle-shared.ts'
import { toProofReply } from '#lib/http/replies/proof-reply.ts'
import { readPublicProof } from '#lib/usecases/proofs/read-proof.ts'

export const GET = handleShared(getPublicProofEndpoint, async ({ ctx, params }) =>
  toProofReply(await readPublicProof(ctx, { id: BigInt(params.onchain_job_id) }), 'anyone'),
)
