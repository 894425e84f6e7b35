import { type SQL, sql } from 'drizzle-orm'
import { drafts, fundingSnapshots } from '#drizzle/schema/drafts.ts'
import { jobs } from '#drizzle/schema/jobs.ts'
import { endedJobStates, type JobState } from '../domain/job.ts'
import { type JobGroup, type JobSort, statesOfGroup } from '../domain/job-list.ts'
import { liveTransactionStates } from '../domain/transaction.ts'
import type { Database } from './database.ts'
import { type JobView, viewJobs } from './jobs.ts'
import { onlyRow } from './only-row.ts'
import { publishableResult } from './publishable.ts'
import { fitsText } from './text-search.ts'
import { isUndispatchable } from './undispatchable.ts'

export type JobFilter = {
  userId: string
  states?: readonly JobState[] | undefined
  group?: JobGroup | undefined
  /** Words in the title or the repository’s name, or the issue or job that it names. */
  text?: string | undefined
}
export type JobPosition = { position: bigint; id: bigint }
export type JobQuery = JobFilter & { sort: JobSort; after?: JobPosition | undefined; limit: number }

/** With what the job cost its client so far, how long it took, who worked on it last, and its pull request. */
export type ListedJob = JobView & {
  cost: bigint
  /** From its funding to its end, in whole seconds; null until then. */
  durationSeconds: number | null
  worker: { address: `0x${string}`; name: string | null } | null
  pullRequestUrl: string | null
  /** Its place in the order that was asked for. */
  position: bigint
}

const id = jobs.onchainJobId

/** What the escrow's final events gave back to the client. */
const returned = sql`(select coalesce(sum(coalesce(l.args->>'returned', l.args->>'toClient', l.args->>'amount')::numeric), 0)
  from chain_logs l where l.onchain_job_id = ${id} and l.applied_at is not null
    and l.event_name in ('JobSettled', 'JobLapsed', 'JobCancelled', 'JobRefunded'))`
/** What they paid to worker and verifiers. Until the event of its end is applied, a job has cost no more than before. */
const cost = sql`(select coalesce(sum(coalesce(l.args->>'reward', l.args->>'toWorker', l.args->>'fee')::numeric), 0)
  from chain_logs l where l.onchain_job_id = ${id} and l.applied_at is not null
    and l.event_name in ('JobSettled', 'JobLapsed', 'VerdictRecorded'))`

/** To the event that ended the job, as its page tells it. */
const duration = sql`(select floor(extract(epoch from max(e.created_at) - ${jobs.createdAt}))::int from events e
  where e.subject_type = 'job' and e.subject_id = ${id}::text and e.to_state in ${[...endedJobStates]})`

const worker = sql<ListedJob['worker']>`(
  select json_build_object('address', a.agent_address, 'name', g.public_name)
  from assignments a left join agents g on g.id = a.agent_id
  where a.onchain_job_id = ${id} and a.attempt is not null order by a.id desc limit 1)`
const pullRequestUrl = sql<
  string | null
>`(select p.pull_request_url from publications p where p.onchain_job_id = ${id})`

/** The largest comes first; a job that has not ended took no time yet. */
const positions: Record<JobSort, SQL> = {
  newest: sql`${id}`,
  oldest: sql`-${id}`,
  cost,
  duration: sql`coalesce(${duration}, -1)`,
}

/** The next jobs of that order after the position; what is equal is newest first. */
export async function listJobs(db: Database, query: JobQuery): Promise<ListedJob[]> {
  const position = positions[query.sort]
  const { after } = query
  const isAfter = after ? sql`(${position}, ${id}) < (${after.position}, ${after.id})` : sql`true`
  const rows = await viewJobs(db, {
    cost: sql<string>`${cost}::text`,
    durationSeconds: sql<number | null>`${duration}`,
    position: sql<string>`(${position})::text`,
    worker,
    pullRequestUrl,
  })
    .where(sql`${isWithin(query)} and ${isAfter}`)
    .orderBy(sql`${position} desc`, sql`${id} desc`)
    .limit(query.limit)
  return rows.map((row) => ({ ...row, cost: BigInt(row.cost), position: BigInt(row.position) }))
}

export type JobTotals = { jobs: number; funded: bigint; held: bigint; cost: bigint; returned: bigint }

/** What all jobs of the filter add up to. */
export async function sumJobs(db: Database, filter: JobFilter): Promise<JobTotals> {
  const sum = (amount: SQL) => sql<string>`coalesce(sum(${amount}), 0)::text`
  const row = onlyRow(
    await db
      .select({
        jobs: sql<number>`count(*)::int`,
        funded: sum(sql`${jobs.budget}`),
        held: sum(sql`${jobs.held}`),
        cost: sum(cost),
        returned: sum(returned),
      })
      .from(jobs)
      .leftJoin(fundingSnapshots, sql`${fundingSnapshots.id} = ${jobs.snapshotId}`)
      .leftJoin(drafts, sql`${drafts.id} = ${jobs.draftId}`)
      .where(isWithin(filter)),
  )
  const [funded, held] = [BigInt(row.funded), BigInt(row.held)]
  return { jobs: row.jobs, funded, held, cost: BigInt(row.cost), returned: BigInt(row.returned) }
}

/** How many jobs of the filter are in each group; one that needs its client is in another group as well. */
export async function countJobs(db: Database, filter: JobFilter): Promise<Record<JobGroup, number> & { all: number }> {
  const count = (group: JobGroup) => sql<number>`count(*) filter (where ${isOfGroup(group)})::int`
  return onlyRow(
    await db
      .select({
        all: sql<number>`count(*)::int`,
        needs_you: count('needs_you'),
        running: count('running'),
        settled: count('settled'),
        ended: count('ended'),
      })
      .from(jobs)
      .leftJoin(fundingSnapshots, sql`${fundingSnapshots.id} = ${jobs.snapshotId}`)
      .leftJoin(drafts, sql`${drafts.id} = ${jobs.draftId}`)
      .where(isWithin(filter)),
  )
}

function isWithin({ userId, states, group, text }: JobFilter): SQL {
  const isInState = states ? sql`${jobs.state} in ${[...states]}` : sql`true`
  const isInGroup = group ? isOfGroup(group) : sql`true`
  return sql`${jobs.userId} = ${userId} and ${isInState} and ${isInGroup} and ${text ? fitsText(text, searched) : sql`true`}`
}

const searched = {
  title: sql`coalesce(${drafts.title}, ${fundingSnapshots.taskDocument}->>'title')`,
  repository: drafts.repositoryFullName,
  issueNumber: drafts.issueNumber,
  ownNumber: id,
}

function isOfGroup(group: JobGroup): SQL {
  return group === 'needs_you' ? needsClient : sql`${jobs.state} in ${[...statesOfGroup[group]]}`
}

const hasNobody = sql`exists (select 1 from executions x where x.onchain_job_id = ${id} and ${isUndispatchable('x')})`

/** As the client's overview derives it: money to take back, a result to publish, or a payment to approve. */
const needsClient = sql`(case when exists (select 1 from transactions t where t.onchain_job_id = ${id}
    and t.state in ${[...liveTransactionStates]} and t.purpose in ('JOB_CANCEL', 'JOB_REFUND'))
  then exists (select 1 from transactions t where t.onchain_job_id = ${id} and t.state = 'CHALLENGE_ISSUED'
    and t.purpose in ('JOB_CANCEL', 'JOB_REFUND'))
  else (${jobs.state} in ('EXPIRED', 'REJECTED') and ${jobs.held} > 0)
    or (${jobs.state} = 'OPEN' and (${jobs.openUntil} < (select coalesce(max(b.timestamp), 0) from chain_blocks b)
      or ${hasNobody}))
    or ${publishableResult('jobs', 'funding_snapshots')} is not null end)`
