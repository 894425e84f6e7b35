import { getJobEndpoint } from '#lib/api/jobs.ts'
import { handle } from '#lib/http/handle.ts'
import { toJobDetailReply } from '#lib/http/replies/job-reply.ts'
import { readJob } from '#lib/usecases/jobs/read-job.ts'

export const GET = handle(getJobEndpoint, async ({ ctx, params }) =>
  toJobDetailReply(await readJob(ctx, { id: BigInt(params.onchain_job_id) })),
)
