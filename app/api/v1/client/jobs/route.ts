import { listJobsEndpoint } from '#lib/api/job-list.ts'
import { handle } from '#lib/http/handle.ts'
import { toJobFilter, toListedJobReply } from '#lib/http/replies/job-list-reply.ts'
import { parsePositionCursor, toPageReply } from '#lib/http/replies/page-reply.ts'
import { jobList, listJobs } from '#lib/usecases/jobs/list-jobs.ts'

export const GET = handle(listJobsEndpoint, async ({ ctx, query }) => {
  const { limit, cursor, sort } = query
  const filter = { ...toJobFilter(query), sort }
  const after = parsePositionCursor(jobList(filter), cursor)
  return toPageReply(await listJobs(ctx, { ...filter, after, limit }), toListedJobReply)
})
