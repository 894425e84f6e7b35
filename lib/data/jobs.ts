import { and, asc, desc, eq, gt, inArray, lt, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { drafts, fundingSnapshots } from '#drizzle/schema/drafts.ts'
import { jobs } from '#drizzle/schema/jobs.ts'
import { publications } from '#drizzle/schema/publications.ts'
import { endedJobStates, type JobState } from '../domain/job.ts'
import type { Database, Transaction } from './database.ts'
import type { DraftRow, SnapshotRow } from './drafts.ts'
import { publishableResult } from './publishable.ts'
import { paymentSeconds } from './verifier-numbers.ts'

export type JobRow = typeof jobs.$inferSelect
export type JobView = {
  job: JobRow
  snapshot: SnapshotRow | null
  draft: Pick<DraftRow, 'title' | 'repositoryFullName' | 'issueNumber'> | null
}

/** Stores a job once; undefined when its log or id was stored before. */
export async function insertJob(tx: Transaction, row: typeof jobs.$inferInsert): Promise<JobRow | undefined> {
  const [made] = await tx.insert(jobs).values(row).onConflictDoNothing().returning()
  return made
}

const viewed = {
  job: jobs,
  snapshot: fundingSnapshots,
  draft: { title: drafts.title, repositoryFullName: drafts.repositoryFullName, issueNumber: drafts.issueNumber },
}

/** Jobs with their snapshot and draft, and what else is asked for. */
export function viewJobs<More extends Record<string, SQL | typeof publications>>(db: Database, more: More) {
  return db
    .select({ ...viewed, ...more })
    .from(jobs)
    .leftJoin(fundingSnapshots, eq(fundingSnapshots.id, jobs.snapshotId))
    .leftJoin(drafts, eq(drafts.id, jobs.draftId))
}

export async function findJob(db: Database, userId: string, id: bigint): Promise<JobView | undefined> {
  const [row] = await viewJobs(db, {}).where(and(eq(jobs.userId, userId), eq(jobs.onchainJobId, id)))
  return row
}

export type JobDetailRow = JobView & {
  publication: typeof publications.$inferSelect | null
  /** Why its execution does not go on. */
  note: string | null
  retries: number
  verdictToPaymentSeconds: number | null
  /** The commitment of the result that the client can have published now. */
  publishable: string | null
}

/** The client's job with what its page shows of it beside its attempts; one statement. */
export async function findJobDetail(db: Database, userId: string, id: bigint): Promise<JobDetailRow | undefined> {
  const own = sql`jobs.onchain_job_id`
  const [row] = await viewJobs(db, {
    publication: publications,
    note: sql<string | null>`(select e.reason from executions e where e.onchain_job_id = ${own})`,
    retries: sql<number>`(select count(*)::int from execution_retries t where t.onchain_job_id = ${own})`,
    verdictToPaymentSeconds: paymentSeconds(own),
    publishable: sql<string | null>`${publishableResult('jobs', 'funding_snapshots')}`,
  })
    .leftJoin(publications, eq(publications.onchainJobId, jobs.onchainJobId))
    .where(and(eq(jobs.userId, userId), eq(jobs.onchainJobId, id)))
  return row
}

export async function findJobById(db: Database, id: bigint): Promise<JobRow | undefined> {
  const [row] = await db.select().from(jobs).where(eq(jobs.onchainJobId, id))
  return row
}

/** A job with the terms that it was funded on; a job that this service did not fund has none. */
export async function findJobAndTerms(
  db: Database,
  id: bigint,
): Promise<{ job: JobRow | undefined; snapshot: SnapshotRow | undefined }> {
  const [row] = await db
    .select({ job: jobs, snapshot: fundingSnapshots })
    .from(jobs)
    .leftJoin(fundingSnapshots, eq(fundingSnapshots.id, jobs.snapshotId))
    .where(eq(jobs.onchainJobId, id))
  return { job: row?.job, snapshot: row?.snapshot ?? undefined }
}

/** The job that a snapshot's funding created, once its event was final. */
export async function findJobOfSnapshot(db: Database, snapshotId: string): Promise<JobRow | undefined> {
  const [row] = await db.select().from(jobs).where(eq(jobs.snapshotId, snapshotId))
  return row
}

/** Jobs above that id which the contract may still change, lowest id first. */
export function listOpenJobs(db: Database, above: bigint, limit: number): Promise<JobRow[]> {
  return db
    .select()
    .from(jobs)
    .where(and(gt(jobs.onchainJobId, above), notInArray(jobs.state, [...endedJobStates])))
    .orderBy(asc(jobs.onchainJobId))
    .limit(limit)
}

/** All jobs, those that have ended too, in their order. */
export function listRecordedJobs(db: Database, above: bigint, limit: number): Promise<JobRow[]> {
  return db.select().from(jobs).where(gt(jobs.onchainJobId, above)).orderBy(asc(jobs.onchainJobId)).limit(limit)
}

/** Jobs of the client for an issue that are under way or were paid, newest first. */
export function listJobsOfIssue(
  db: Database,
  { userId, repositoryFullName, issueNumber }: { userId: string; repositoryFullName: string; issueNumber: number },
): Promise<Pick<JobRow, 'onchainJobId' | 'state'>[]> {
  const isOfIssue = and(eq(drafts.repositoryFullName, repositoryFullName), eq(drafts.issueNumber, issueNumber))
  return db
    .select({ onchainJobId: jobs.onchainJobId, state: jobs.state })
    .from(jobs)
    .innerJoin(drafts, eq(drafts.id, jobs.draftId))
    .where(and(eq(jobs.userId, userId), isOfIssue, inArray(jobs.state, ['OPEN', 'ASSIGNED', 'SUBMITTED', 'SETTLED'])))
    .orderBy(desc(jobs.onchainJobId))
    .limit(1)
}

type LogPosition = { block: bigint; logIndex: number }

/** Moves the projection to what the contract holds, unless a later event was applied before. */
export async function projectJob(
  tx: Transaction,
  id: bigint,
  facts: { state: JobState; held: bigint; at: LogPosition },
): Promise<JobRow | undefined> {
  const { state, held, at } = facts
  const [row] = await tx
    .update(jobs)
    .set({
      state,
      held,
      lastEventBlock: at.block,
      lastEventLogIndex: at.logIndex,
      isProven: false,
      proveAfter: null,
      updatedAt: sql`now()`,
    })
    .where(
      and(
        eq(jobs.onchainJobId, id),
        notInArray(jobs.state, [...endedJobStates]),
        or(
          lt(jobs.lastEventBlock, at.block),
          and(eq(jobs.lastEventBlock, at.block), lt(jobs.lastEventLogIndex, at.logIndex)),
        ),
      ),
    )
    .returning()
  return row
}
