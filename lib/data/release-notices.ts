import { and, eq, ne, sql } from 'drizzle-orm'
import { chainLogs } from '#drizzle/schema/jobs.ts'
import { operatorCalls } from '#drizzle/schema/operator-calls.ts'
import type { Database } from './database.ts'

/** Whether the end of an attempt may have been announced: by a call of ours, or by an event of the escrow. */
export async function mayBeAnnounced(db: Database, jobId: bigint, attempt: number): Promise<boolean> {
  const calls = db
    .select({ id: operatorCalls.id })
    .from(operatorCalls)
    .where(
      and(
        eq(operatorCalls.purpose, 'RELEASE_REQUEST'),
        eq(operatorCalls.subject, `${jobId}/${attempt}`),
        ne(operatorCalls.state, 'FAILED'),
      ),
    )
  const logs = db
    .select({ block: chainLogs.blockNumber })
    .from(chainLogs)
    .where(
      and(
        eq(chainLogs.onchainJobId, jobId),
        eq(chainLogs.eventName, 'ReleaseRequested'),
        sql`${chainLogs.args} ->> 'attempt' = ${String(attempt)}`,
      ),
    )
  const [row] = await db.select({ found: sql<boolean>`exists ${calls} or exists ${logs}` }).from(sql`(select 1) as one`)
  return row?.found ?? false
}
