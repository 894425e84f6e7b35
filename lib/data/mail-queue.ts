import { and, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { events } from '#drizzle/schema/jobs.ts'
import { mails } from '#drizzle/schema/mails.ts'
import { type MailFault, mailAgeMaxDays, mailsPerDay } from '../domain/mail.ts'
import type { NotifiedEvent } from '../domain/notification.ts'
import type { Transaction } from './database.ts'

/** A worker that has a message for longer has died; a call ends well before. */
const leaseSeconds = 60

export type ClaimedMail = {
  /** Of the message; the same for every attempt. */
  id: string
  userId: string
  address: string
  attempts: number
  confirmationId: string | null
  eventIds: string[]
}

/** Whether the person of that alias had fewer messages within a day than the most. */
export function mayGetMore(alias: string): SQL {
  return sql`(select count(distinct m.batch_id) from mails m
    where m.user_id = ${sql.raw(alias)}.user_id and m.event_id is not null and m.batch_id is not null
    and (m.attempted_at is null or m.attempted_at > now() - interval '1 day')) < ${mailsPerDay}::int`
}

/**
 * Leases up to `limit` due messages to this worker and counts the attempt. What a person is notified of within
 * `batchSeconds` becomes one message; a person who has had the most of a day gets what waits in one once that day is over.
 */
export async function claimMails(tx: Transaction, limit: number, batchSeconds: number): Promise<ClaimedMail[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('mails'))`)
  await tx.execute(sql`
    with waiting as (
      select user_id, address from mails where state = 'PENDING' and batch_id is null
      group by user_id, address having min(created_at) <= now() - make_interval(secs => ${batchSeconds})
    ), ready as (
      select w.* from waiting w where ${mayGetMore('w')}
    ), chosen as (
      select m.id, first_value(m.id) over (partition by m.user_id, m.address order by m.id) as batch_id
      from mails m join ready r on r.user_id = m.user_id and r.address = m.address
      where m.state = 'PENDING' and m.batch_id is null
    )
    update mails set batch_id = chosen.batch_id from chosen where mails.id = chosen.id`)
  const claimed = await tx.execute<ClaimedMail>(sql`
    with due as (
      select batch_id from mails where state = 'PENDING' and batch_id is not null and next_attempt_at <= now()
      group by batch_id order by min(next_attempt_at) limit ${limit}
    ), leased as (
      update mails set attempts = attempts + 1, attempted_at = now(),
        next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
      where state = 'PENDING' and batch_id in (select batch_id from due) returning *
    )
    select batch_id as id, user_id as "userId", min(address) as address, max(attempts) as attempts,
      min(confirmation_id::text) as "confirmationId",
      coalesce(array_agg(event_id::text order by event_id desc) filter (where event_id is not null), '{}') as "eventIds"
    from leased group by batch_id, user_id`)
  return [...claimed]
}

export type MailOutcome =
  | { state: 'SENT' }
  | { state: 'PENDING'; pauseSeconds: number; fault: MailFault; answer: string | null }
  | { state: 'FAILED'; fault: MailFault; answer: string | null }

/** Notes how an attempt ended; false when another worker has the message by now, or nothing of it is wanted any more. */
export async function markMailAttempt(
  tx: Transaction,
  { id, attempts }: ClaimedMail,
  outcome: MailOutcome,
): Promise<boolean> {
  const rows = await tx
    .update(mails)
    .set({
      state: outcome.state,
      nextAttemptAt: outcome.state === 'PENDING' ? sql`now() + make_interval(secs => ${outcome.pauseSeconds})` : null,
      fault: outcome.state === 'SENT' ? null : outcome.fault,
      answer: outcome.state === 'SENT' ? null : outcome.answer,
    })
    .where(and(eq(mails.batchId, id), eq(mails.attempts, attempts), eq(mails.state, 'PENDING')))
    .returning({ id: mails.id })
  return rows.length > 0
}

/** Drops what waits of notifications that the person no longer wants by e-mail; of all of them without names. */
export async function dropMails(tx: Transaction, userId: string, names?: readonly NotifiedEvent[]): Promise<void> {
  if (names?.length === 0) return
  const named =
    names &&
    tx
      .select({ id: events.id })
      .from(events)
      .where(inArray(events.name, [...names]))
  await tx
    .update(mails)
    .set({ state: 'FAILED', fault: 'TURNED_OFF', nextAttemptAt: null })
    .where(and(eq(mails.userId, userId), eq(mails.state, 'PENDING'), named && inArray(mails.eventId, named)))
}

/** Gives up what has waited for days. */
export async function expireMails(tx: Transaction): Promise<void> {
  await tx
    .update(mails)
    .set({ state: 'FAILED', fault: 'EXPIRED', nextAttemptAt: null })
    .where(and(eq(mails.state, 'PENDING'), lt(mails.createdAt, sql`now() - make_interval(days => ${mailAgeMaxDays})`)))
}
