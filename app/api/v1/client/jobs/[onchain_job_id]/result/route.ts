import { getJobResultEndpoint } from '#lib/api/jobs.ts'
import { handle } from '#lib/http/handle.ts'
import { toJobResultReply } from '#lib/http/replies/result-reply.ts'
import { readJobResult } from '#lib/usecases/jobs/read-job-result.ts'

export const GET = handle(getJobResultEndpoint, async ({ ctx, params }) =>
  toJobResultReply(await readJobResult(ctx, { id: BigInt(params.onchain_job_id) })),
)
