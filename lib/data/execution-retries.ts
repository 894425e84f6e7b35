import { eq } from 'drizzle-orm'
import { executionRetries } from '#drizzle/schema/work.ts'
import type { Database, Transaction } from './database.ts'

export type RetryRow = typeof executionRetries.$inferSelect

/** The retries of a job, oldest first. */
export function listRetries(db: Database, onchainJobId: bigint): Promise<RetryRow[]> {
  return db
    .select()
    .from(executionRetries)
    .where(eq(executionRetries.onchainJobId, onchainJobId))
    .orderBy(executionRetries.number)
}

/** Counts a retry; undefined when this attempt, or this number, has one already. */
export async function insertRetry(
  tx: Transaction,
  row: Pick<RetryRow, 'onchainJobId' | 'attempt' | 'number' | 'userId'>,
): Promise<RetryRow | undefined> {
  const [made] = await tx.insert(executionRetries).values(row).onConflictDoNothing().returning()
  return made
}
