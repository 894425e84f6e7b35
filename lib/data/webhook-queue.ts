import { eq, inArray, sql } from 'drizzle-orm'
import { events } from '#drizzle/schema/jobs.ts'
import { webhookDeliveries, webhookEndpoints } from '#drizzle/schema/webhooks.ts'
import { lastSequence } from './changes.ts'
import type { Transaction } from './database.ts'
import { saveSweepPosition } from './sweep-cursors.ts'
import { changeColumns } from './webhook-deliveries.ts'
import type { WebhookEndpointRow } from './webhook-endpoints.ts'

const cursorName = 'webhook-deliveries'
const batch = 500n
/** A worker that has a delivery for longer has died; a call ends well before. */
const leaseSeconds = 30
/** Calls of one endpoint at the same time; one that fails is called once at a time. */
const perEndpoint = 4

/**
 * Makes a delivery of each change that was sealed since the last time, for every endpoint that wants it; whether there
 * are more. Deliveries and cursor are one transaction, so that no change is passed over or queued twice.
 */
export async function queueWebhookDeliveries(tx: Transaction): Promise<{ hasMore: boolean }> {
  const after = await lockCursor(tx)
  const last = await lastSequence(tx)
  if (last <= after) return { hasMore: false }
  const upTo = last - after > batch ? after + batch : last
  await tx.execute(sql`
    insert into webhook_deliveries (endpoint_id, user_id, event_id, next_attempt_at)
    select w.id, w.user_id, e.id, now() from event_seals s
    join events e on e.id = s.event_id and e.name <> 'webhook_endpoint.tested'
    join webhook_endpoints w on w.user_id = e.user_id and w.disabled_reason is null and w.after_sequence < s.sequence
    left join notifications n on n.event_id = e.id
    where s.sequence > ${after.toString()}::bigint and s.sequence <= ${upTo.toString()}::bigint
    and (w.kinds is null or n.kind = any(w.kinds))
    order by s.sequence
    on conflict do nothing`)
  await saveSweepPosition(tx, cursorName, upTo.toString())
  return { hasMore: upTo < last }
}

/** How far changes were queued, held until the transaction ends. The first time it is where the oldest endpoint begins. */
async function lockCursor(tx: Transaction): Promise<bigint> {
  const read = () =>
    tx.execute<{ position: string }>(sql`select position from sweep_cursors where name = ${cursorName} for update`)
  const [cursor] = await read()
  if (cursor) return BigInt(cursor.position)
  await tx.execute(sql`
    insert into sweep_cursors (name, position)
    select ${cursorName}, coalesce(min(after_sequence), (select coalesce(max(sequence), 0) from event_seals))::text
    from webhook_endpoints on conflict do nothing`)
  const [made] = await read()
  return BigInt(made?.position ?? 0)
}

export type ClaimedDelivery = {
  id: string
  attempts: number
  endpoint: WebhookEndpointRow
  /** Whether the secret before the last rotation is still used. */
  hasPreviousSecret: boolean
  change: { id: string; name: string; subjectType: string; subjectId: string; createdAt: Date }
}

/**
 * Leases up to `limit` due deliveries to this worker and counts the attempt. Accounts take turns, those with the fewest
 * calls under way first, so that no account waits for how much another one has, or how slow its receivers are.
 */
export async function claimWebhookDeliveries(tx: Transaction, limit: number): Promise<ClaimedDelivery[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('webhook-deliveries'))`)
  const claimed = await tx.execute<{ id: string }>(sql`
    with recursive waiting as (
      (select endpoint_id from webhook_deliveries where state = 'PENDING' order by endpoint_id limit 1)
      union all
      select (select endpoint_id from webhook_deliveries where state = 'PENDING' and endpoint_id > w.endpoint_id
        order by endpoint_id limit 1) from waiting w where w.endpoint_id is not null
    ), endpoints as (
      select e.id, e.user_id, case when e.failing_since is null then ${perEndpoint}::int else 1 end as most, busy.calls,
        sum(busy.calls) over (partition by e.user_id) as calls_of_user
      from waiting w join webhook_endpoints e on e.id = w.endpoint_id and e.disabled_reason is null
      cross join lateral (select count(*)::int as calls from webhook_deliveries
        where endpoint_id = e.id and leased_until > now()) busy
    ), due as (
      select d.id, d.next_attempt_at,
        p.calls_of_user + row_number() over (partition by p.user_id order by d.n, d.next_attempt_at) as turn
      from endpoints p cross join lateral (
        select id, next_attempt_at, row_number() over (order by next_attempt_at, id) as n from webhook_deliveries
        where endpoint_id = p.id and state = 'PENDING' and next_attempt_at <= now()
        order by next_attempt_at, id limit greatest(p.most - p.calls, 0)) d
    )
    update webhook_deliveries set attempts = attempts + 1, attempted_at = now(),
      leased_until = now() + make_interval(secs => ${leaseSeconds}),
      next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
    where id in (select id from due order by turn, next_attempt_at limit ${limit}) returning id`)
  if (claimed.length === 0) return []
  return tx
    .select({
      id: webhookDeliveries.id,
      attempts: webhookDeliveries.attempts,
      endpoint: webhookEndpoints,
      hasPreviousSecret: sql<boolean>`coalesce(${webhookEndpoints.previousSecretUntil} > now(), false)`,
      change: changeColumns,
    })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .innerJoin(events, eq(events.id, webhookDeliveries.eventId))
    .where(
      inArray(
        webhookDeliveries.id,
        claimed.map(({ id }) => id),
      ),
    )
}
