import { summarizeJobsEndpoint } from '#lib/api/job-list.ts'
import { handle } from '#lib/http/handle.ts'
import { toJobFilter, toJobSummaryReply } from '#lib/http/replies/job-list-reply.ts'
import { summarizeJobs } from '#lib/usecases/jobs/list-jobs.ts'

export const GET = handle(summarizeJobsEndpoint, async ({ ctx, query }) =>
  toJobSummaryReply(await summarizeJobs(ctx, toJobFilter(query))),
)
