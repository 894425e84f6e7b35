import { type SQL, sql } from 'drizzle-orm'
import { Failure } from '#lib/domain/failure.ts'
import type { Pool } from './database.ts'

const secondsMax = 2

/**
 * Runs one statement that strangers may make expensive. It ends after two seconds with a refusal that can be retried,
 * and never reads a whole table from end to end where an index helps.
 */
export async function readBounded<Row>(db: Pool, statement: SQL): Promise<Row[]> {
  try {
    return await db.transaction(async (tx) => {
      const settings = tx.execute(sql`select set_config('statement_timeout', ${String(secondsMax * 1_000)}, true),
        set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true),
        set_config('work_mem', '32MB', true)`)
      // Sent together: the connection runs them in this order.
      const [, rows] = await Promise.all([settings, tx.execute(statement)])
      return rows as unknown as Row[]
    })
  } catch (error) {
    if (isCancelled(error))
      throw new Failure('unavailable', 'That takes too long at present. Narrow the search, or try again.', {
        cause: error,
        retryAfterSeconds: 5,
      })
    throw error
  }
}

function isCancelled(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if ('code' in at && at.code === '57014') return true
  return false
}
