import { and, asc, between, eq, exists, gt, isNull, not, sql } from 'drizzle-orm'
import { chainBlocks, chainLogs, jobs } from '#drizzle/schema/jobs.ts'
import { transactions } from '#drizzle/schema/transactions.ts'
import { assignments, seats } from '#drizzle/schema/work.ts'
import type { Hash } from '../ports/chain.ts'
import type { LogRow } from './chain-index.ts'
import type { Database, Transaction } from './database.ts'
import type { JobRow } from './jobs.ts'

/** What was recorded of these blocks, in the chain's order. */
export function listLogsBetween(db: Database, first: bigint, last: bigint): Promise<LogRow[]> {
  return db
    .select()
    .from(chainLogs)
    .where(between(chainLogs.blockNumber, first, last))
    .orderBy(asc(chainLogs.blockNumber), asc(chainLogs.logIndex))
}

type LogKey = Pick<LogRow, 'blockNumber' | 'logIndex'>

const isLog = (log: LogKey) => and(eq(chainLogs.blockNumber, log.blockNumber), eq(chainLogs.logIndex, log.logIndex))

export async function deleteLog(tx: Transaction, log: LogKey): Promise<void> {
  await tx.delete(chainLogs).where(isLog(log))
}

type Correction = LogKey & Pick<LogRow, 'blockHash' | 'args' | 'onchainJobId'>

/** Corrects what an event was recorded to say; whether it had its effect stays as it is. */
export async function correctLog(
  tx: Transaction,
  { blockHash, args, onchainJobId, ...log }: Correction,
): Promise<void> {
  await tx.update(chainLogs).set({ blockHash, args, onchainJobId }).where(isLog(log))
}

/** The events of a transaction that have had no effect yet. */
export function listUnappliedOf(db: Database, transactionHash: Hash): Promise<LogRow[]> {
  return db
    .select()
    .from(chainLogs)
    .where(and(eq(chainLogs.transactionHash, transactionHash), isNull(chainLogs.appliedAt)))
    .orderBy(asc(chainLogs.blockNumber), asc(chainLogs.logIndex))
}

/** Says that an event had its effect, at another place of the chain. */
export async function markApplied(tx: Transaction, log: LogKey, appliedAt: Date | null): Promise<void> {
  await tx.update(chainLogs).set({ appliedAt }).where(isLog(log))
}

type Place = LogKey & Pick<LogRow, 'transactionHash' | 'blockHash'>

/** A wallet's transaction that an event proved is where that event is now; its place stays as it was where another has that. */
export async function moveEffect(tx: Transaction, from: Place, to: Place): Promise<void> {
  const at = (logIndex: number) =>
    and(eq(transactions.transactionHash, from.transactionHash), eq(transactions.logIndex, logIndex))
  const isTaken =
    from.logIndex !== to.logIndex &&
    exists(tx.select({ id: transactions.id }).from(transactions).where(at(to.logIndex)))
  await tx
    .update(transactions)
    .set({ blockNumber: to.blockNumber, blockHash: to.blockHash, logIndex: to.logIndex })
    .where(and(at(from.logIndex), isTaken ? not(isTaken) : undefined))
}

/** Forgets the stored headers of these blocks. */
export async function forgetBlocks(tx: Transaction, first: bigint, last: bigint): Promise<void> {
  await tx.delete(chainBlocks).where(between(chainBlocks.number, first, last))
}

/** Sets the deadlines of assignments and seats to those that the events in effect name. */
export async function redateAttempts(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    update ${assignments} a set work_by = (l.args->>'workBy')::numeric,
      deadline = case a.state when 'ASSIGNED' then (l.args->>'workBy')::numeric else a.deadline end
    from ${chainLogs} l
    where l.event_name = 'JobAssigned' and l.applied_at is not null and l.onchain_job_id = a.onchain_job_id
      and (l.args->>'attempt')::int = a.attempt and a.work_by is distinct from (l.args->>'workBy')::numeric`)
  await tx.execute(sql`
    update ${seats} s set verify_by = latest.verify_by from (
      select onchain_job_id, (args->>'attempt')::int as attempt, max((args->>'verifyBy')::numeric) as verify_by
      from ${chainLogs} where event_name in ('Seated', 'AlternatesSeated') and applied_at is not null group by 1, 2
    ) latest
    where latest.onchain_job_id = s.onchain_job_id and latest.attempt = s.attempt and s.verify_by is distinct from latest.verify_by`)
}

/** Creations of jobs in effect that have no job here, in the chain's order. */
export function listOrphanedCreations(db: Database): Promise<LogRow[]> {
  return db
    .select()
    .from(chainLogs)
    .where(
      sql`${chainLogs.eventName} = 'JobCreated' and ${chainLogs.appliedAt} is not null
        and not exists (select 1 from ${jobs} where ${jobs.onchainJobId} = ${chainLogs.onchainJobId})`,
    )
    .orderBy(asc(chainLogs.blockNumber), asc(chainLogs.logIndex))
}

export type LogPosition = { blockNumber: bigint; logIndex: number; blockHash: Hash; transactionHash: Hash }
/** A job with its creation, its newest event in effect, and whether its row names one of them as the newest. */
export type JobWithLogs = {
  job: JobRow
  first: LogPosition | undefined
  last: LogPosition | undefined
  isPlaced: boolean
}

/** Jobs above that id, lowest id first, with what was recorded of each. */
export async function listJobsWithLogs(db: Database, above: bigint, limit: number): Promise<JobWithLogs[]> {
  const rows = await db
    .select()
    .from(jobs)
    .where(gt(jobs.onchainJobId, above))
    .orderBy(asc(jobs.onchainJobId))
    .limit(limit)
  const found: JobWithLogs[] = []
  for (const job of rows) {
    const logs = await db
      .select()
      .from(chainLogs)
      .where(and(eq(chainLogs.onchainJobId, job.onchainJobId), sql`${chainLogs.appliedAt} is not null`))
      .orderBy(asc(chainLogs.blockNumber), asc(chainLogs.logIndex))
    found.push({
      job,
      first: logs.find(({ eventName }) => eventName === 'JobCreated'),
      last: logs.at(-1),
      isPlaced: logs.some((log) => log.blockNumber === job.lastEventBlock && log.logIndex === job.lastEventLogIndex),
    })
  }
  return found
}

export type JobFacts = Pick<
  JobRow,
  | 'state'
  | 'held'
  | 'transactionHash'
  | 'logIndex'
  | 'blockNumber'
  | 'blockHash'
  | 'lastEventBlock'
  | 'lastEventLogIndex'
>

/** Sets a job to what chain and events say, unless it changed since it was read. */
export async function correctJob(tx: Transaction, job: JobRow, facts: JobFacts): Promise<boolean> {
  const rows = await tx
    .update(jobs)
    .set({ ...facts, isProven: false, proveAfter: null, updatedAt: sql`now()` })
    .where(
      and(
        eq(jobs.onchainJobId, job.onchainJobId),
        eq(jobs.lastEventBlock, job.lastEventBlock),
        eq(jobs.lastEventLogIndex, job.lastEventLogIndex),
        eq(jobs.state, job.state),
      ),
    )
    .returning({ id: jobs.onchainJobId })
  return rows.length > 0
}
