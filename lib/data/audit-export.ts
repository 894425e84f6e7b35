import { sql } from 'drizzle-orm'
import { eventSeals, events } from '#drizzle/schema/jobs.ts'
import type { SealedEvent } from '../domain/audit.ts'
import type { Database } from './database.ts'

/** Sealed events after that sequence, in their order. */
export async function listSealedEvents(db: Database, after: number, limit: number): Promise<SealedEvent[]> {
  const rows = await db.execute<SealedEvent>(sql`
    select s.sequence::int as sequence, e.id::text as id, e.actor_kind, e.actor_id, e.subject_type, e.subject_id, e.name,
      e.from_state, e.to_state, e.evidence::text as evidence, extract(epoch from e.created_at)::text as created_at,
      encode(s.hash, 'hex') as seal
    from ${eventSeals} s join ${events} e on e.id = s.event_id
    where s.sequence > ${after} order by s.sequence limit ${limit}`)
  return [...rows]
}

export type NewestSeal = { sequence: number; seal: string; sealedAt: Date }

export async function findNewestSeal(db: Database): Promise<NewestSeal | undefined> {
  const [row] = await db
    .select({
      sequence: sql<number>`${eventSeals.sequence}::int`,
      seal: sql<string>`encode(${eventSeals.hash}, 'hex')`,
      sealedAt: eventSeals.sealedAt,
    })
    .from(eventSeals)
    .orderBy(sql`${eventSeals.sequence} desc`)
    .limit(1)
  return row
}
