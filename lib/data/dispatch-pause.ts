import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { events } from '#drizzle/schema/jobs.ts'
import type { Database } from './database.ts'

export type DispatchPause = { since: Date; because: string }

/** What every event of the pause is about. */
export const dispatchSubject = { type: 'operations', id: 'dispatch' } as const

/** The pause that an operator began and nobody has ended; undefined while offers are made. */
export async function findDispatchPause(db: Database): Promise<DispatchPause | undefined> {
  const [newest] = await db
    .select({ name: events.name, evidence: events.evidence, since: events.createdAt })
    .from(events)
    .where(
      and(
        eq(events.subjectType, dispatchSubject.type),
        eq(events.subjectId, dispatchSubject.id),
        inArray(events.name, ['dispatch.paused', 'dispatch.resumed']),
      ),
    )
    .orderBy(desc(events.id))
    .limit(1)
  if (newest?.name !== 'dispatch.paused') return undefined
  return { since: newest.since, because: String(newest.evidence.because) }
}

/** One change of the pause at a time. */
export async function lockDispatchPause(db: Database): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('dispatch-pause'))`)
}
