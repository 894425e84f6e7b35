import { type JobFilter, type JobView, listJobs as listRows } from '#lib/data/jobs.ts'
import { type Context, requireCapability } from '../context.ts'
import { filteredList, type Page, toPage } from '../page.ts'

/** The list of a filter, under whose name its cursors stand. */
export function jobList({ states }: Pick<JobFilter, 'states'>): string {
  return filteredList('jobs', { states })
}

/** A page of the client's jobs, newest first. */
export async function listJobs(ctx: Context, filter: Omit<JobFilter, 'userId'>): Promise<Page<JobView>> {
  const user = requireCapability(ctx, 'client')
  const rows = await listRows(ctx.db, { ...filter, userId: user.userId, limit: filter.limit + 1 })
  return toPage(jobList(filter), rows, filter.limit, (row) => row.job.onchainJobId.toString())
}
