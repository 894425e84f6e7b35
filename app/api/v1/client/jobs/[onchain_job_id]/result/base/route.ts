import { getResultBaseFileEndpoint } from '#lib/api/jobs.ts'
import { handle } from '#lib/http/handle.ts'
import { toResultBaseReply } from '#lib/http/replies/result-reply.ts'
import { readResultBase } from '#lib/usecases/jobs/read-result-base.ts'

export const GET = handle(getResultBaseFileEndpoint, async ({ ctx, params, query }) =>
  toResultBaseReply(await readResultBase(ctx, { id: BigInt(params.onchain_job_id), path: query.path })),
)
