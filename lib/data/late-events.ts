import { and, eq, inArray, isNotNull, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import { chainLogs, jobs } from '#drizzle/schema/jobs.ts'
import { transactions } from '#drizzle/schema/transactions.ts'
import { endEvents, type JobActionPurpose } from '../domain/job.ts'
import { unprovenEnds } from '../domain/transaction.ts'
import type { EscrowLog } from '../ports/chain.ts'
import type { Database } from './database.ts'
import type { TransactionTarget } from './transactions.ts'

type EventPosition = Pick<EscrowLog, 'transactionHash' | 'blockNumber' | 'blockHash' | 'logIndex'>

/** Something that the escrow did for certain, of which every transaction that asked for it is booked as ended without. */
export type LateEvent = { target: TransactionTarget; event: EventPosition }

/** Effects of final events that no transaction is confirmed by, though one that asked for them could be. */
export async function listLateEvents(db: Database, limit: number): Promise<LateEvent[]> {
  const fundings = await db
    .select({ snapshotId: jobs.snapshotId, event: positionOf(jobs) })
    .from(transactions)
    .innerJoin(jobs, eq(jobs.snapshotId, transactions.snapshotId))
    .where(and(eq(transactions.purpose, 'FUNDING'), isOpenTo(db, jobs.transactionHash, transactions.snapshotId)))
    .orderBy(transactions.id)
    .limit(limit)
  const ends = await db
    .select({ purpose: transactions.purpose, onchainJobId: chainLogs.onchainJobId, event: positionOf(chainLogs) })
    .from(transactions)
    .innerJoin(chainLogs, and(eq(chainLogs.onchainJobId, transactions.onchainJobId), isNotNull(chainLogs.appliedAt)))
    .where(
      and(
        or(isEnd('JOB_CANCEL'), isEnd('JOB_REFUND')),
        isOpenTo(db, chainLogs.transactionHash, transactions.onchainJobId),
      ),
    )
    .orderBy(transactions.id)
    .limit(limit)
  return [
    ...fundings.flatMap(({ snapshotId, event }) =>
      snapshotId ? [{ target: { purpose: 'FUNDING', snapshotId } as const, event }] : [],
    ),
    ...ends.flatMap(({ purpose, onchainJobId, event }) => {
      if (onchainJobId === null) return []
      const end = purpose === 'JOB_CANCEL' ? 'JOB_CANCEL' : 'JOB_REFUND'
      return [{ target: { purpose: end, onchainJobId } as const, event }]
    }),
  ]
}

function positionOf(table: typeof jobs | typeof chainLogs) {
  const { transactionHash, blockNumber, blockHash, logIndex } = table
  return { transactionHash, blockNumber, blockHash, logIndex }
}

function isEnd(purpose: JobActionPurpose): SQL | undefined {
  return and(eq(transactions.purpose, purpose), inArray(chainLogs.eventName, [...endEvents[purpose]]))
}

/** As `creditedRow` chooses: no row of the target is confirmed, and one that failed on chain needs the event's hash. */
function isOpenTo(db: Database, hash: PgColumn, target: PgColumn): SQL | undefined {
  const confirmed = alias(transactions, 'confirmed')
  const sameTarget = target === transactions.snapshotId ? confirmed.snapshotId : confirmed.onchainJobId
  return and(
    inArray(transactions.state, [...unprovenEnds]),
    or(ne(sql`coalesce(${transactions.failureCode}, '')`, 'failed_on_chain'), eq(transactions.transactionHash, hash)),
    notExists(
      db
        .select({ id: confirmed.id })
        .from(confirmed)
        .where(
          and(eq(sameTarget, target), eq(confirmed.purpose, transactions.purpose), eq(confirmed.state, 'CONFIRMED')),
        ),
    ),
  )
}
