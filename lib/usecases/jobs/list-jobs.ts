import { type JobFilter, type JobView, listJobs as listRows } from '#lib/data/jobs.ts'
import { type Context, requireCapability } from '../context.ts'
import { type Page, toPage } from '../page.ts'

/** A page of the client's jobs, newest first. */
export async function listJobs(ctx: Context, filter: Omit<JobFilter, 'userId'>): Promise<Page<JobView>> {
  const user = requireCapability(ctx, 'client')
  const rows = await listRows(ctx.db, { ...filter, userId: user.userId, limit: filter.limit + 1 })
  return toPage('jobs', rows, filter.limit, (row) => row.job.onchainJobId.toString())
}
