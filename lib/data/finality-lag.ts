import { sql } from 'drizzle-orm'
import { finalityLags } from '#drizzle/schema/jobs.ts'
import type { Database, Transaction } from './database.ts'

/** Notes how long a block waits to be final; only what is longer than all before in this hour is written. */
export async function noteFinalityLag(tx: Transaction, seconds: bigint): Promise<void> {
  await tx.execute(sql`
    insert into ${finalityLags} as known (hour, begun_at, seconds)
    values (extract(hour from now() at time zone 'utc')::int, date_trunc('hour', now()), least(${seconds}::numeric, 2147483647)::int)
    on conflict (hour) do update set begun_at = excluded.begun_at, seconds = excluded.seconds
    where known.begun_at < excluded.begun_at or known.seconds < excluded.seconds`)
}

/**
 * How long blocks usually wait to be final, in seconds of the chain's clock: the least of what the earlier hours of the last
 * day saw, so that one bad hour changes nothing; 0 in the first hour.
 */
export async function findUsualFinality(db: Database): Promise<bigint> {
  const [row] = await db
    .select({ seconds: sql<number>`coalesce(min(${finalityLags.seconds}), 0)::int` })
    .from(finalityLags)
    .where(
      sql`${finalityLags.startedAt} between now() - interval '1 day' and date_trunc('hour', now()) - interval '1 second'`,
    )
  return BigInt(row?.seconds ?? 0)
}

/** The longest that a block waited to be final in the last day, in seconds of the chain's clock; 0 before the first. */
export async function findFinalityLag(db: Database): Promise<bigint> {
  const [row] = await db
    .select({ seconds: sql<number>`coalesce(max(${finalityLags.seconds}), 0)::int` })
    .from(finalityLags)
    .where(sql`${finalityLags.startedAt} > now() - interval '1 day'`)
  return BigInt(row?.seconds ?? 0)
}
