import { and, desc, eq, exists, getTableColumns, lt, ne, or, sql } from 'drizzle-orm'
import { events } from '#drizzle/schema/jobs.ts'
import { transactions } from '#drizzle/schema/transactions.ts'
import type { EventName } from '../domain/event-name.ts'
import { type NotifiedEvent, notificationKindOf } from '../domain/notification.ts'
import type { Database, Transaction } from './database.ts'
import { insertNotification } from './notify.ts'
import { onlyRow } from './only-row.ts'
import { titleOfSubject } from './subject-title.ts'
import { isShown } from './transactions.ts'

export type Actor = {
  kind: string
  userId?: string
  name?: string
  /** What a program acted for the person with. */
  token?: { id: string } | null
}

export type Change = {
  actor: Actor
  subject: {
    type:
      | 'user'
      | 'session'
      | 'wallet'
      | 'draft'
      | 'transaction'
      | 'job'
      | 'installation'
      | 'agent'
      | 'withdrawal'
      | 'chain'
      | 'shadow_seat'
      | 'operations'
      | 'webhook_endpoint'
      | 'api_token'
      | 'saved_search'
    id: string
  }
  userId: string | null
  name: EventName
  from?: string | null
  to?: string | null
  /** Nothing that a person chose or typed about themselves: a row is never changed, not even by an erasure. */
  evidence?: Record<string, unknown>
}

/**
 * Appends one row to the audit trail, and to the person's notifications, in the transaction of the change it records, and
 * one line to the program's log once that is committed. Returns its id.
 */
export async function recordEvent(tx: Transaction, change: Change): Promise<string> {
  const event = onlyRow(
    await tx
      .insert(events)
      .values({
        actorKind: change.actor.kind,
        actorId: change.actor.userId ?? change.actor.name ?? '',
        subjectType: change.subject.type,
        subjectId: change.subject.id,
        userId: change.userId,
        name: change.name,
        fromState: change.from ?? null,
        toState: change.to ?? null,
        evidence: { ...change.evidence, ...(change.actor.token && { api_token_id: change.actor.token.id }) },
      })
      .returning({ id: events.id }),
  )
  tx.note({
    event: change.name,
    event_id: event.id,
    subject: `${change.subject.type} ${change.subject.id}`,
    actor: `${change.actor.kind} ${change.actor.userId ?? change.actor.name ?? ''}`.trim(),
    from: change.from ?? null,
    to: change.to ?? null,
  })
  const kind = notificationKindOf(change.name)
  if (kind !== undefined && change.userId !== null)
    await insertNotification(tx, { eventId: event.id, userId: change.userId, name: change.name as NotifiedEvent, kind })
  return event.id
}

type Once = {
  /** What else an earlier event of the subject has to say to be the same one. */
  facts?: Record<string, unknown>
  /** How old an event may be that counts; of any age without it. */
  days?: number
}

/**
 * Records the event unless one of that name was recorded of its subject. Others that would record it at this moment wait
 * until this transaction ends.
 */
export async function recordEventOnce(
  tx: Transaction,
  change: Change,
  { facts = {}, days }: Once = {},
): Promise<'recorded' | 'known'> {
  const { name, subject } = change
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`${name} ${subject.id}`}))`)
  const [earlier] = await tx
    .select({ id: events.id })
    .from(events)
    .where(
      and(
        eq(events.subjectType, subject.type),
        eq(events.subjectId, subject.id),
        eq(events.name, name),
        days === undefined ? undefined : sql`${events.createdAt} > now() - make_interval(days => ${days})`,
        sql`${events.evidence} @> ${JSON.stringify(facts)}::jsonb`,
      ),
    )
    .limit(1)
  if (earlier) return 'known'
  await recordEvent(tx, change)
  return 'recorded'
}

export type EventRow = typeof events.$inferSelect

/** Events about one thing, newest first, from the one before `before` on. */
export function listSubjectEvents(
  db: Database,
  query: { type: string; id: string; limit: number; before?: string },
): Promise<EventRow[]> {
  return db
    .select()
    .from(events)
    .where(
      and(
        eq(events.subjectType, query.type),
        eq(events.subjectId, query.id),
        query.before ? lt(events.id, query.before) : undefined,
      ),
    )
    .orderBy(desc(events.id))
    .limit(query.limit)
}

export type TitledEvent = EventRow & { title: string | null }

/** What happened to a person, newest first; of transactions only those that the person's lists show. */
export function listRecentEvents(db: Database, userId: string, limit: number): Promise<TitledEvent[]> {
  const shown = db
    .select({ id: sql`1` })
    .from(transactions)
    .where(and(sql`${transactions.id}::text = ${events.subjectId}`, isShown))
  return db
    .select({ ...getTableColumns(events), title: titleOfSubject('events') })
    .from(events)
    .where(and(eq(events.userId, userId), or(ne(events.subjectType, 'transaction'), exists(shown))))
    .orderBy(desc(events.id))
    .limit(limit)
}

/**
 * Gives every unsealed event the next number and extends the hash chain over it. Only one sealer may run at a time; a
 * second one waits. Returns how many were sealed. Each event is fetched by its key (`offset 0` keeps the planner from
 * any other way), so that the cost depends on the events that wait and not on all there are.
 */
export async function sealEvents(tx: Transaction, max: number): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(6150002)`)
  const rows = await tx.execute(sql`
    with recursive last as (
      select coalesce(max(sequence), 0) as sequence,
             coalesce((select hash from event_seals order by sequence desc limit 1), ''::bytea) as hash from event_seals
    ), next as materialized (
      select e.* from unsealed_events u
      cross join lateral (select * from events where id = u.event_id and created_at < now() - interval '200 milliseconds'
        offset 0) e
      order by u.event_id limit ${max}
    ), waiting as materialized (
      select e.id, row_number() over (order by e.id) as n,
             convert_to(jsonb_build_array(e.id, e.actor_kind, e.actor_id, e.subject_type, e.subject_id, e.name,
               e.from_state, e.to_state, e.evidence::text, extract(epoch from e.created_at)::text)::text, 'UTF8') as bytes
      from next e
    ), chained as (
      select 0::bigint as n, null::uuid as id, last.hash from last
      union all
      select w.n, w.id, sha256(chained.hash || w.bytes) from chained join waiting w on w.n = chained.n + 1
    )
    insert into event_seals (sequence, event_id, hash)
    select last.sequence + chained.n, chained.id, chained.hash from chained, last where chained.n > 0
    returning sequence`)
  return rows.length
}
