import { sql } from 'drizzle-orm'
import type { Database, Transaction } from './database.ts'
import type { RetentionRule } from './retention-rules.ts'

/** Rows of a table whose time is over, and their bytes without indexes. */
export type Overdue = { rows: number; bytes: number }

/** A large table is read to its end when nothing of it is over. */
const readingMaxMs = 60_000

export async function measureOverdue(tx: Transaction, rule: RetentionRule): Promise<Overdue> {
  await allowReading(tx)
  const [row] = await tx.execute(sql`
    select count(*)::int as rows, coalesce(sum(pg_column_size(t.*)), 0)::float8 as bytes ${fromOverdue(rule)}`)
  return row as Overdue
}

/** Where up to `max` such rows are; they may have changed by the time that they are deleted. */
export async function findOverdue(tx: Transaction, rule: RetentionRule, max: number): Promise<string[]> {
  await allowReading(tx)
  const rows = await tx.execute(sql`select t.ctid::text as at ${fromOverdue(rule)} limit ${max}`)
  return rows.map(({ at }) => String(at))
}

/** Deletes those of the rows there whose time is over; what another transaction holds is left for the next time. */
export async function deleteOverdue(db: Database, rule: RetentionRule, places: readonly string[]): Promise<number> {
  const rows = await db.execute(sql`
    delete from ${sql.identifier(rule.table)} where ctid = any(array(
      select t.ctid ${fromOverdue(rule)} and t.ctid = any(${`{${places.map((at) => `"${at}"`).join()}}`}::tid[])
      for update of t skip locked))
    returning 1`)
  return rows.length
}

const fromOverdue = ({ table, isOver }: RetentionRule) =>
  sql`from ${sql.identifier(table)} t where (${sql.raw(isOver)})`

async function allowReading(tx: Transaction): Promise<void> {
  await tx.execute(sql`select set_config('statement_timeout', ${String(readingMaxMs)}, true)`)
}
