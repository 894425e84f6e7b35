import { eq, sql } from 'drizzle-orm'
import { sweepCursors } from '#drizzle/schema/requests.ts'
import type { Database } from './database.ts'

/**
 * Takes a sweep's turn: its position when nobody took one within `seconds`, undefined otherwise. The position of a sweep
 * that never got anywhere is empty.
 */
export async function takeSweep(db: Database, name: string, seconds: number): Promise<string | undefined> {
  const [row] = await db
    .insert(sweepCursors)
    .values({ name, position: '' })
    .onConflictDoUpdate({
      target: sweepCursors.name,
      set: { updatedAt: sql`now()` },
      setWhere: sql`${sweepCursors.updatedAt} <= now() - make_interval(secs => ${seconds})`,
    })
    .returning({ position: sweepCursors.position })
  return row?.position
}

export async function saveSweepPosition(db: Database, name: string, position: string): Promise<void> {
  await db
    .insert(sweepCursors)
    .values({ name, position })
    .onConflictDoUpdate({ target: sweepCursors.name, set: { position } })
}

/**
 * The rows of a list whose turn it is: up to `limit` of them after those of the last turn, in the order of their keys, and
 * the first ones again after the last. So every row has its turn, also while others never leave the list.
 */
export async function takeTurns<Row>(
  db: Database,
  name: string,
  { read, keyOf, limit }: { read: (after: string) => Promise<Row[]>; keyOf: (row: Row) => string; limit: number },
): Promise<Row[]> {
  const [cursor] = await db
    .select({ position: sweepCursors.position })
    .from(sweepCursors)
    .where(eq(sweepCursors.name, name))
  const after = cursor?.position ?? ''
  const rows = await read(after)
  const last = rows.at(-1)
  const next = last && rows.length >= limit ? keyOf(last) : ''
  if (next !== after) await saveSweepPosition(db, name, next)
  return rows
}
