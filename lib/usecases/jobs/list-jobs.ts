import {
  countJobs,
  type JobFilter,
  type JobQuery,
  type JobTotals,
  type ListedJob,
  listJobs as listRows,
  sumJobs,
} from '../../data/job-list.ts'
import { type Context, requireCapability } from '../context.ts'
import { filteredList, type Page, toPage } from '../page.ts'

type Filter = Omit<JobFilter, 'userId'>
type Query = Omit<JobQuery, 'userId'>

/** The list of a filter in an order, under whose name its cursors stand. */
export function jobList({ states, group, text, sort }: Omit<Query, 'after' | 'limit'>): string {
  return filteredList('jobs', { states, group, text, sort: sort === 'newest' ? undefined : sort })
}

/** A page of the client's jobs. */
export async function listJobs(ctx: Context, query: Query): Promise<Page<ListedJob>> {
  const user = requireCapability(ctx, 'client')
  const rows = await listRows(ctx.db, { ...query, userId: user.userId, limit: query.limit + 1 })
  return toPage(jobList(query), rows, query.limit, keyOf)
}

function keyOf({ position, job }: ListedJob): string {
  return `${position}/${job.onchainJobId}`
}

export type JobSummary = { totals: JobTotals; counts: Awaited<ReturnType<typeof countJobs>> }

/** What the jobs of the filter add up to, and how many of its text each group has. */
export async function summarizeJobs(ctx: Context, filter: Filter): Promise<JobSummary> {
  const { userId } = requireCapability(ctx, 'client')
  const [totals, counts] = await Promise.all([
    sumJobs(ctx.db, { ...filter, userId }),
    countJobs(ctx.db, { text: filter.text, userId }),
  ])
  return { totals, counts }
}

const jobsPerBatch = 200

/** Every job of the filter, read from the database as it is asked for. */
export async function* exportJobs(ctx: Context, query: Omit<Query, 'after' | 'limit'>): AsyncGenerator<ListedJob[]> {
  const { userId } = requireCapability(ctx, 'client')
  let after: JobQuery['after']
  for (;;) {
    const batch = await listRows(ctx.db, { ...query, userId, after, limit: jobsPerBatch })
    const last = batch.at(-1)
    if (!last) return
    yield batch
    after = { position: last.position, id: last.job.onchainJobId }
  }
}
