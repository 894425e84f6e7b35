import { sql } from 'drizzle-orm'
import { defaultChoice, isFixed, type NotificationKind, type NotifiedEvent } from '../domain/notification.ts'
import type { Transaction } from './database.ts'

type NewNotification = { eventId: string; userId: string; name: NotifiedEvent; kind: NotificationKind }

/**
 * Makes the notification of an event, and its e-mail if the person has an address and wants one: intent before the call.
 * What is off in the inbox is a row nevertheless, since webhooks ask it for the kind.
 */
export async function insertNotification(tx: Transaction, { eventId, userId, name, kind }: NewNotification) {
  const usual = defaultChoice(name)
  const fixed = isFixed(name)
  await tx.execute(sql`
    with choice as (
      select ${fixed.inbox}::boolean or coalesce(c.inbox, ${usual.inbox}::boolean) as inbox,
        ${fixed.email}::boolean or coalesce(c.email, ${usual.email}::boolean) as email
      from (select 1) one left join notification_choices c on c.user_id = ${userId} and c.name = ${name}
    ), notified as (
      insert into notifications (event_id, user_id, kind, in_inbox, read_at)
      select ${eventId}::uuid, ${userId}::uuid, ${kind}::text, inbox, case when inbox then null else now() end from choice
    )
    insert into mails (event_id, user_id, address, next_attempt_at)
    select ${eventId}::uuid, a.user_id, a.address, now() from mail_addresses a, choice
    where a.user_id = ${userId} and choice.email`)
}
