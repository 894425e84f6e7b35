import { and, desc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { events } from '#drizzle/schema/jobs.ts'
import { webhookDeliveries } from '#drizzle/schema/webhooks.ts'
import type { DeliveryState } from '../domain/webhook-delivery.ts'
import type { Database, Transaction } from './database.ts'
import { onlyRow } from './only-row.ts'

/** Of the event that a delivery tells, what its body has. */
export const changeColumns = {
  id: events.id,
  name: events.name,
  subjectType: events.subjectType,
  subjectId: events.subjectId,
  createdAt: events.createdAt,
}

const rowShape = {
  id: webhookDeliveries.id,
  endpointId: webhookDeliveries.endpointId,
  state: webhookDeliveries.state,
  attempts: webhookDeliveries.attempts,
  nextAttemptAt: webhookDeliveries.nextAttemptAt,
  attemptedAt: webhookDeliveries.attemptedAt,
  fault: webhookDeliveries.fault,
  statusCode: webhookDeliveries.statusCode,
  durationMs: webhookDeliveries.durationMs,
  answer: webhookDeliveries.answer,
  change: changeColumns,
}

export type WebhookDeliveryRow = Pick<
  typeof webhookDeliveries.$inferSelect,
  Exclude<keyof typeof rowShape, 'change'>
> & { change: { id: string; name: string; subjectType: string; subjectId: string; createdAt: Date } }

export type DeliveryQuery = {
  limit: number
  before?: string
  states?: readonly DeliveryState[] | undefined
}

/** Deliveries of one of the account's endpoints, newest first. */
export function listWebhookDeliveries(
  db: Database,
  userId: string,
  endpointId: string,
  { limit, before, states }: DeliveryQuery,
): Promise<WebhookDeliveryRow[]> {
  return db
    .select(rowShape)
    .from(webhookDeliveries)
    .innerJoin(events, eq(events.id, webhookDeliveries.eventId))
    .where(
      and(
        eq(webhookDeliveries.endpointId, endpointId),
        eq(webhookDeliveries.userId, userId),
        before ? lt(webhookDeliveries.id, before) : undefined,
        states ? inArray(webhookDeliveries.state, [...states]) : undefined,
      ),
    )
    .orderBy(desc(webhookDeliveries.id))
    .limit(limit)
}

/** A delivery of the account's own endpoint; undefined for any other id. */
export async function findWebhookDelivery(
  db: Database,
  own: { userId: string; endpointId: string; id: string },
): Promise<WebhookDeliveryRow | undefined> {
  const [row] = await db
    .select(rowShape)
    .from(webhookDeliveries)
    .innerJoin(events, eq(events.id, webhookDeliveries.eventId))
    .where(isOwn(own))
  return row
}

/** A delivery of one event to one endpoint, whatever its filter says. */
export async function insertWebhookDelivery(
  tx: Transaction,
  row: { userId: string; endpointId: string; eventId: string },
): Promise<{ id: string }> {
  return onlyRow(
    await tx
      .insert(webhookDeliveries)
      .values({ ...row, nextAttemptAt: sql`now()` })
      .returning({ id: webhookDeliveries.id }),
  )
}

export type Attempt = Pick<WebhookDeliveryRow, 'state' | 'fault' | 'statusCode' | 'durationMs' | 'answer'> & {
  /** Until the next one, while the delivery is pending. */
  pauseSeconds: number | null
}

/** Notes how an attempt ended; false when another worker has taken the delivery since, or it was deleted. */
export async function markWebhookAttempt(
  tx: Transaction,
  { id, attempts }: { id: string; attempts: number },
  { pauseSeconds, ...attempt }: Attempt,
): Promise<boolean> {
  const nextAttemptAt = pauseSeconds === null ? null : sql`now() + make_interval(secs => ${pauseSeconds})`
  const isThis = and(
    eq(webhookDeliveries.id, id),
    eq(webhookDeliveries.attempts, attempts),
    eq(webhookDeliveries.state, 'PENDING'),
  )
  const rows = await tx
    .update(webhookDeliveries)
    .set({ ...attempt, nextAttemptAt, leasedUntil: null })
    .where(isThis)
    .returning({ id: webhookDeliveries.id })
  return rows.length > 0
}

/** Makes the next attempt due now, whatever became of the last; false while one is being made. */
export async function replayWebhookDelivery(
  tx: Transaction,
  own: { userId: string; endpointId: string; id: string },
): Promise<boolean> {
  const isFree = or(isNull(webhookDeliveries.leasedUntil), lt(webhookDeliveries.leasedUntil, sql`now()`))
  const rows = await tx
    .update(webhookDeliveries)
    .set({ state: 'PENDING', nextAttemptAt: sql`now()` })
    .where(and(isOwn(own), isFree))
    .returning({ id: webhookDeliveries.id })
  return rows.length > 0
}

function isOwn({ userId, endpointId, id }: { userId: string; endpointId: string; id: string }) {
  return and(
    eq(webhookDeliveries.id, id),
    eq(webhookDeliveries.endpointId, endpointId),
    eq(webhookDeliveries.userId, userId),
  )
}
