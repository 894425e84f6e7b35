import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { eventSeals, events } from '#drizzle/schema/jobs.ts'
import type { Database } from './database.ts'

/** Something that happened to what a person has; `sequence` is its place in the one order of all events. */
export type ChangeRow = {
  sequence: bigint
  id: string
  userId: string | null
  name: string
  subjectType: string
  subjectId: string
  createdAt: Date
}

const columns = {
  sequence: eventSeals.sequence,
  id: events.id,
  userId: events.userId,
  name: events.name,
  subjectType: events.subjectType,
  subjectId: events.subjectId,
  createdAt: events.createdAt,
}

/** The place of the newest event; 0 before the first. */
export async function lastSequence(db: Database): Promise<bigint> {
  const rows = await db.execute(sql`select coalesce(max(sequence), 0)::text as last from event_seals`)
  return BigInt(String(rows[0]?.last))
}

/** Everybody's changes after that place, in their order. */
export function listChangesAfter(db: Database, sequence: bigint, limit: number): Promise<ChangeRow[]> {
  return db
    .select(columns)
    .from(eventSeals)
    .innerJoin(events, eq(events.id, eventSeals.eventId))
    .where(gt(eventSeals.sequence, sequence))
    .orderBy(asc(eventSeals.sequence))
    .limit(limit)
}

/** The place of a person's own event of the last day; undefined for any other id. */
export async function placeOfChange(db: Database, userId: string, id: string): Promise<bigint | undefined> {
  const [row] = await db
    .select({ sequence: eventSeals.sequence })
    .from(events)
    .innerJoin(eventSeals, eq(eventSeals.eventId, events.id))
    .where(and(eq(events.id, id), eq(events.userId, userId), gt(events.createdAt, sql`now() - interval '1 day'`)))
  return row?.sequence
}

/** One person's changes of the last day after that place, in their order. */
export function listChangesOf(db: Database, userId: string, sequence: bigint, limit: number): Promise<ChangeRow[]> {
  return db
    .select(columns)
    .from(events)
    .innerJoin(eventSeals, eq(eventSeals.eventId, events.id))
    .where(
      and(
        eq(events.userId, userId),
        gt(events.id, sql`${firstIdOf(sql`now() - interval '1 day'`)}`),
        gt(eventSeals.sequence, sequence),
      ),
    )
    .orderBy(asc(eventSeals.sequence))
    .limit(limit)
}

/** The smallest id that an event of that time can have: ids of version 7 begin with their milliseconds. */
function firstIdOf(time: ReturnType<typeof sql>) {
  return sql`(lpad(to_hex((extract(epoch from ${time}) * 1000)::bigint), 12, '0') || '70000000000000000000')::uuid`
}
