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
  await db.update(sweepCursors).set({ position }).where(eq(sweepCursors.name, name))
}
