import { and, asc, eq, getTableColumns, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { jobProofs, type StoredTransfer } from '#drizzle/schema/job-proofs.ts'
import { jobs } from '#drizzle/schema/jobs.ts'
import { operatorCalls } from '#drizzle/schema/operator-calls.ts'
import { assignments, draws, results, seats } from '#drizzle/schema/work.ts'
import { provenStates } from '../domain/proof.ts'
import type { AssignmentRow, ResultRow } from './assignments.ts'
import type { Database, Transaction } from './database.ts'
import type { JobRow } from './jobs.ts'
import type { DrawRow, SeatRow } from './seats.ts'

export type JobProofRow = typeof jobProofs.$inferSelect

/** Ended jobs whose transfers were not read since their last event and are due, the longest waiting first. */
export function listUnprovenJobs(db: Database, limit: number): Promise<JobRow[]> {
  return db
    .select()
    .from(jobs)
    .where(
      and(
        inArray(jobs.state, [...provenStates]),
        eq(jobs.isProven, false),
        or(isNull(jobs.proveAfter), lte(jobs.proveAfter, sql`now()`)),
      ),
    )
    .orderBy(asc(jobs.updatedAt))
    .limit(limit)
}

/** Waits as long again as since the last event, up to an hour, so that a job that cannot be proven delays no other. */
export async function postponeProof(tx: Transaction, job: JobRow): Promise<void> {
  const pause = sql`least(greatest(now() - ${jobs.updatedAt}, interval '1 second'), interval '1 hour')`
  await tx
    .update(jobs)
    .set({ proveAfter: sql`now() + ${pause}` })
    .where(isUnchanged(job))
}

/** Keeps what the receipts show of a job; false when the job has had another event since it was read. */
export async function saveProof(tx: Transaction, job: JobRow, transfers: StoredTransfer[]): Promise<boolean> {
  const rows = await tx
    .update(jobs)
    .set({ isProven: true })
    .where(isUnchanged(job))
    .returning({ id: jobs.onchainJobId })
  if (rows.length === 0) return false
  const { lastEventBlock, lastEventLogIndex } = job
  const facts = { lastEventBlock, lastEventLogIndex, transfers, readAt: sql`now()` }
  await tx
    .insert(jobProofs)
    .values({ onchainJobId: job.onchainJobId, ...facts })
    .onConflictDoUpdate({ target: jobProofs.onchainJobId, set: facts })
  return true
}

function isUnchanged(job: JobRow) {
  return and(
    eq(jobs.onchainJobId, job.onchainJobId),
    eq(jobs.lastEventBlock, job.lastEventBlock),
    eq(jobs.lastEventLogIndex, job.lastEventLogIndex),
  )
}

/** The kept transfers of a job, unless it has had another event since. */
export async function findProof(db: Database, job: JobRow): Promise<JobProofRow | undefined> {
  const [row] = await db
    .select()
    .from(jobProofs)
    .where(
      and(
        eq(jobProofs.onchainJobId, job.onchainJobId),
        eq(jobProofs.lastEventBlock, job.lastEventBlock),
        eq(jobProofs.lastEventLogIndex, job.lastEventLogIndex),
      ),
    )
  return row
}

/** Whether the agent had an attempt of the job on chain, or took a seat in it. */
export async function hasTakenPart(db: Database, onchainJobId: bigint, agentId: string): Promise<boolean> {
  const [row] = await db.execute<{ found: boolean }>(sql`
    select exists (select 1 from ${assignments}
        where onchain_job_id = ${onchainJobId} and agent_id = ${agentId} and attempt is not null)
      or exists (select 1 from ${seats}
        where onchain_job_id = ${onchainJobId} and agent_id = ${agentId}
          and (taken_at is not null or state = 'RECORDED')) as found`)
  return row?.found === true
}

/** A draw, and why the escrow refused it; null where it did not. */
type DrawRecord = DrawRow & { refusedFor: string | null }

export type JobRecords = {
  assignments: AssignmentRow[]
  results: ResultRow[]
  draws: DrawRecord[]
  verdicts: SeatRow[]
}

/** What this service kept of all attempts of a job that reached the chain, in their order. */
export async function readRecords(db: Database, onchainJobId: bigint): Promise<JobRecords> {
  const [byAttempt, delivered, drawn, recorded] = await Promise.all([
    db
      .select()
      .from(assignments)
      .where(and(eq(assignments.onchainJobId, onchainJobId), isNotNull(assignments.attempt)))
      .orderBy(asc(assignments.attempt)),
    db.select().from(results).where(eq(results.onchainJobId, onchainJobId)),
    listDraws(db, onchainJobId),
    db
      .select()
      .from(seats)
      .where(and(eq(seats.onchainJobId, onchainJobId), eq(seats.state, 'RECORDED')))
      .orderBy(asc(seats.attempt), asc(seats.seat)),
  ])
  return { assignments: byAttempt, results: delivered, draws: drawn, verdicts: recorded }
}

/** The subject of a draw's call names the draw, and one that failed says why. */
function listDraws(db: Database, onchainJobId: bigint): Promise<DrawRecord[]> {
  const refusedFor = sql<string | null>`(select c.failure from ${operatorCalls} c
    where c.purpose in ('SEATING', 'ALTERNATES') and c.state = 'FAILED'
      and c.subject = draws.onchain_job_id::text || '/' || draws.attempt || '/' || draws.id
    order by c.id desc limit 1)`
  return db
    .select({ ...getTableColumns(draws), refusedFor })
    .from(draws)
    .where(eq(draws.onchainJobId, onchainJobId))
    .orderBy(asc(draws.id))
}
