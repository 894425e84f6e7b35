import { and, asc, count, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { webhookEndpoints } from '#drizzle/schema/webhooks.ts'
import { failingSecondsMax } from '../domain/webhook-delivery.ts'
import type { DisabledReason } from '../domain/webhook-endpoint.ts'
import type { Database, Transaction } from './database.ts'

export type WebhookEndpointRow = typeof webhookEndpoints.$inferSelect
type NewEndpoint = Pick<WebhookEndpointRow, 'id' | 'userId' | 'url' | 'description' | 'kinds' | 'secretSealed'>
type EndpointChange = Partial<Pick<WebhookEndpointRow, 'url' | 'description' | 'kinds'>> & { isEnabled?: boolean }

/** The newest sealed change: what is sealed later is sent. */
const newest = sql`(select coalesce(max(sequence), 0) from event_seals)`
const forgiven = { failingSince: null, failedAt: null }

export function listWebhookEndpoints(db: Database, userId: string): Promise<WebhookEndpointRow[]> {
  return db
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.userId, userId))
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id))
}

/** The account's own endpoint; undefined for a foreign or unknown id alike. */
export async function findWebhookEndpoint(
  db: Database,
  userId: string,
  id: string,
): Promise<WebhookEndpointRow | undefined> {
  const [row] = await db.select().from(webhookEndpoints).where(isOf(userId, id))
  return row
}

/** Stores the endpoint unless the account has `max` of them; accounts create one after the other. */
export async function insertWebhookEndpoint(
  tx: Transaction,
  row: NewEndpoint,
  max: number,
): Promise<WebhookEndpointRow | undefined> {
  await tx.execute(sql`select 1 from users where id = ${row.userId} for no key update`)
  const [own] = await tx
    .select({ endpoints: count() })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.userId, row.userId))
  if ((own?.endpoints ?? 0) >= max) return undefined
  const [made] = await tx
    .insert(webhookEndpoints)
    .values({ ...row, afterSequence: newest })
    .returning()
  return made
}

/** The account's change; undefined when the version is another one by now. Enabling forgives earlier failures. */
export async function changeWebhookEndpoint(
  tx: Transaction,
  { id, userId, version, disabledReason }: WebhookEndpointRow,
  { isEnabled, ...change }: EndpointChange,
): Promise<WebhookEndpointRow | undefined> {
  const isDisabled = disabledReason !== null
  const enabling = isEnabled === true && isDisabled
  const disabling = isEnabled === false && !isDisabled
  return update(tx, and(isOf(userId, id), eq(webhookEndpoints.version, version)), {
    ...change,
    ...(enabling && { disabledReason: null, afterSequence: newest, ...forgiven }),
    ...(disabling && { disabledReason: 'OWNER' as const }),
  })
}

/** Makes the secret now the previous one, for a day more; undefined when the endpoint has changed since it was read. */
export function rotateWebhookSecret(
  tx: Transaction,
  { id, userId, version, secretSealed }: WebhookEndpointRow,
  newSecretSealed: string,
): Promise<WebhookEndpointRow | undefined> {
  return update(tx, and(isOf(userId, id), eq(webhookEndpoints.version, version)), {
    secretSealed: newSecretSealed,
    previousSecretSealed: secretSealed,
    previousSecretUntil: sql`now() + interval '24 hours'`,
  })
}

/** Deletes the endpoint with its deliveries; false when it was not there. */
export async function deleteWebhookEndpoint(tx: Transaction, userId: string, id: string): Promise<boolean> {
  const rows = await tx.delete(webhookEndpoints).where(isOf(userId, id)).returning({ id: webhookEndpoints.id })
  return rows.length > 0
}

/** The address to which something was sent; what came of it says nothing about one that the endpoint has since. */
type Tried = Pick<WebhookEndpointRow, 'id' | 'userId' | 'url'>

export async function noteEndpointSuccess(tx: Transaction, tried: Tried): Promise<void> {
  await tx
    .update(webhookEndpoints)
    .set(forgiven)
    .where(and(isStill(tried), isNotNull(webhookEndpoints.failingSince)))
}

/**
 * Notes a failed attempt; whether the endpoint has failed for too long by now. After two days without an attempt the
 * time starts again, since nothing is known about the days between.
 */
export async function noteEndpointFailure(
  tx: Transaction,
  tried: Tried,
): Promise<{ isFailingTooLong: boolean } | undefined> {
  const since = sql`case when ${webhookEndpoints.failedAt} > now() - interval '2 days' then ${webhookEndpoints.failingSince} else now() end`
  const [row] = await tx
    .update(webhookEndpoints)
    .set({ failingSince: since, failedAt: sql`now()` })
    .where(isStill(tried))
    .returning({
      isFailingTooLong: sql<boolean>`${webhookEndpoints.failingSince} <= now() - make_interval(secs => ${failingSecondsMax})`,
    })
  return row
}

/** Stops sending to the endpoint; undefined when it was stopped before, or has moved. */
export function disableWebhookEndpoint(
  tx: Transaction,
  tried: Tried,
  reason: DisabledReason,
): Promise<WebhookEndpointRow | undefined> {
  return update(tx, and(isStill(tried), isNull(webhookEndpoints.disabledReason)), { disabledReason: reason })
}

type Columns = Partial<{ [Name in keyof WebhookEndpointRow]: WebhookEndpointRow[Name] | SQL }>

async function update(
  tx: Transaction,
  where: SQL | undefined,
  change: Columns,
): Promise<WebhookEndpointRow | undefined> {
  const [row] = await tx
    .update(webhookEndpoints)
    .set({ ...change, version: sql`${webhookEndpoints.version} + 1`, updatedAt: sql`now()` })
    .where(where)
    .returning()
  return row
}

function isStill({ userId, id, url }: Tried) {
  return and(isOf(userId, id), eq(webhookEndpoints.url, url))
}

function isOf(userId: string, id: string) {
  return and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.userId, userId))
}
