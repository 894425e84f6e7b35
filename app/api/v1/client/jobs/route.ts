import { listJobsEndpoint } from '#lib/api/jobs.ts'
import { handle } from '#lib/http/handle.ts'
import { toJobReply } from '#lib/http/replies/job-reply.ts'
import { parseNumberCursor, toPageReply } from '#lib/http/replies/page-reply.ts'
import { jobList, listJobs } from '#lib/usecases/jobs/list-jobs.ts'

export const GET = handle(listJobsEndpoint, async ({ ctx, query }) => {
  const { state, limit, cursor } = query
  const filter = { ...(state && { states: state }) }
  const before = parseNumberCursor(jobList(filter), cursor)
  return toPageReply(await listJobs(ctx, { ...filter, ...before, limit }), toJobReply)
})
