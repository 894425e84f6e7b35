import { and, asc, desc, eq, gt, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import { escrowBooks, escrowDays } from '#drizzle/schema/escrow-books.ts'
import { chainLogs } from '#drizzle/schema/jobs.ts'
import { addSums, type BookSums, emptySums } from '../domain/escrow-books.ts'
import type { LogRow } from './chain-index.ts'
import type { Database, Transaction } from './database.ts'

export type BooksRow = typeof escrowBooks.$inferSelect
export type DayRow = typeof escrowDays.$inferSelect

export const moneyEvents = [
  'JobCreated',
  'VerdictRecorded',
  'JobSettled',
  'AttemptRejected',
  'JobCancelled',
  'JobRefunded',
  'JobLapsed',
  'PaymentDeferred',
  'Collected',
]

export async function findBooks(db: Database): Promise<BooksRow | undefined> {
  const [row] = await db.select().from(escrowBooks)
  return row
}

/** Events in effect that move money or end a job, after a place and up to a block, in the chain's order. */
export function listMoneyLogs(
  db: Database,
  range: { after: Pick<LogRow, 'blockNumber' | 'logIndex'>; upTo: bigint; limit: number },
): Promise<LogRow[]> {
  const { blockNumber, logIndex } = range.after
  return db
    .select()
    .from(chainLogs)
    .where(
      and(
        sql`(${chainLogs.blockNumber}, ${chainLogs.logIndex}) > (${blockNumber}, ${logIndex})`,
        lte(chainLogs.blockNumber, range.upTo),
        inArray(chainLogs.eventName, moneyEvents),
        isNotNull(chainLogs.appliedAt),
      ),
    )
    .orderBy(asc(chainLogs.blockNumber), asc(chainLogs.logIndex))
    .limit(range.limit)
}

/** Adds the sums of the days after `before` to them and to the books; false when the books had moved on from there. */
export async function saveBooks(
  tx: Transaction,
  before: BooksRow | undefined,
  step: { throughBlock: bigint; balance: bigint; days: ReadonlyMap<string, BookSums> },
): Promise<boolean> {
  const { throughBlock, balance, days } = step
  const sums = [...days.values()].reduce(addSums, before ?? emptySums())
  const facts = { ...sums, throughBlock, balance, countedAt: sql`now()` }
  const rows = before
    ? await tx.update(escrowBooks).set(facts).where(eq(escrowBooks.throughBlock, before.throughBlock)).returning()
    : await tx.insert(escrowBooks).values(facts).onConflictDoNothing().returning()
  if (rows.length === 0) return false
  for (const [day, added] of days) {
    const [known = emptySums()] = await tx.select().from(escrowDays).where(eq(escrowDays.day, day))
    const after = addSums(known, added)
    await tx
      .insert(escrowDays)
      .values({ day, ...after })
      .onConflictDoUpdate({ target: escrowDays.day, set: after })
  }
  return true
}

/** Lets the books be summed from the beginning again, after events were corrected. */
export async function forgetBooks(tx: Transaction): Promise<void> {
  await tx.delete(escrowBooks)
  await tx.delete(escrowDays)
}

/** The same, where they go beyond that block, above which the chain was rewritten. */
export async function forgetBooksAbove(tx: Transaction, block: bigint): Promise<void> {
  const rewritten = await tx.select().from(escrowBooks).where(gt(escrowBooks.throughBlock, block)).for('update')
  if (rewritten.length > 0) await forgetBooks(tx)
}

/** The newest days with events, newest first. */
export function listDays(db: Database, limit: number): Promise<DayRow[]> {
  return db.select().from(escrowDays).orderBy(desc(escrowDays.day)).limit(limit)
}
