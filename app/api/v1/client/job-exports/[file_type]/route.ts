import { exportJobsEndpoint } from '#lib/api/job-list.ts'
import { handle } from '#lib/http/handle.ts'
import { toJobFilter, toJobTable } from '#lib/http/replies/job-list-reply.ts'
import { exportJobs } from '#lib/usecases/jobs/list-jobs.ts'

export const GET = handle(exportJobsEndpoint, async ({ ctx, params, query, headers }) => {
  const jobs = exportJobs(ctx, { ...toJobFilter(query), sort: query.sort })
  headers.set('content-disposition', `attachment; filename="jobwright-jobs.${params.file_type}"`)
  return toJobTable(jobs)
})
