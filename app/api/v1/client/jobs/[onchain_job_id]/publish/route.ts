import { publishResultEndpoint } from '#lib/api/publishing.ts'
import { handle } from '#lib/http/handle.ts'
import { toPublicationReply } from '#lib/http/replies/publication-reply.ts'
import { requestPublication } from '#lib/usecases/publishing/request-publication.ts'

export const POST = handle(publishResultEndpoint, async ({ ctx, params, body }) => {
  const id = BigInt(params.onchain_job_id)
  return toPublicationReply(await requestPublication(ctx, { id, resultCommitment: body.result_commitment }))
})
