import { and, asc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { webhookInbox } from '#drizzle/schema/requests.ts'
import type { Database } from './database.ts'

export type DeliveryRow = typeof webhookInbox.$inferSelect

/** Stores a verified delivery once; undefined when its id was stored before. */
export async function insertDelivery(
  db: Database,
  row: Pick<DeliveryRow, 'provider' | 'deliveryId' | 'eventType' | 'account' | 'body' | 'bodySha256'>,
): Promise<{ id: string } | undefined> {
  const [made] = await db.insert(webhookInbox).values(row).onConflictDoNothing().returning({ id: webhookInbox.id })
  return made
}

export async function findDelivery(db: Database, id: string): Promise<DeliveryRow | undefined> {
  const [row] = await db.select().from(webhookInbox).where(eq(webhookInbox.id, id))
  return row
}

/** Those of the ids that were stored. */
export async function listKnownDeliveries(
  db: Database,
  provider: DeliveryRow['provider'],
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ deliveryId: webhookInbox.deliveryId })
    .from(webhookInbox)
    .where(and(eq(webhookInbox.provider, provider), inArray(webhookInbox.deliveryId, [...ids])))
  return new Set(rows.map((row) => row.deliveryId))
}

export async function markDeliveryProcessed(db: Database, id: string): Promise<void> {
  await db
    .update(webhookInbox)
    .set({ processedAt: sql`now()`, deadAt: null, lastError: null })
    .where(eq(webhookInbox.id, id))
}

/** Counts a failed attempt, and makes the delivery a dead letter once `deathAt` of them are counted. */
export async function countDeliveryFailure(
  db: Database,
  { id, error, deathAt }: { id: string; error: string; deathAt: number },
): Promise<Pick<DeliveryRow, 'attempts' | 'deadAt'> | undefined> {
  const [row] = await db
    .update(webhookInbox)
    .set({
      attempts: sql`${webhookInbox.attempts} + 1`,
      lastError: error.slice(0, 500),
      failedAt: sql`now()`,
      deadAt: sql`case when ${webhookInbox.attempts} + 1 >= ${deathAt} then now() end`,
    })
    .where(and(eq(webhookInbox.id, id), isNull(webhookInbox.processedAt), isNull(webhookInbox.deadAt)))
    .returning({ attempts: webhookInbox.attempts, deadAt: webhookInbox.deadAt })
  return row
}

/** Deliveries older than `seconds` that are neither done nor dead and that no queued work will come back to. */
export function listForgottenDeliveries(
  db: Database,
  seconds: number,
  limit: number,
): Promise<Pick<DeliveryRow, 'id' | 'account'>[]> {
  return db
    .select({ id: webhookInbox.id, account: webhookInbox.account })
    .from(webhookInbox)
    .where(
      and(
        isNull(webhookInbox.processedAt),
        isNull(webhookInbox.deadAt),
        lt(webhookInbox.receivedAt, sql`now() - make_interval(secs => ${seconds})`),
        sql`not exists (
          select 1 from pgboss.job where name = 'process-webhook' and state < 'completed'
          and data->>'deliveryRowId' = ${webhookInbox.id}::text)`,
      ),
    )
    .orderBy(webhookInbox.receivedAt)
    .limit(limit)
}

export function listDeadLetters(db: Database, limit: number): Promise<DeliveryRow[]> {
  return db
    .select()
    .from(webhookInbox)
    .where(and(isNull(webhookInbox.processedAt), isNotNull(webhookInbox.deadAt)))
    .orderBy(asc(webhookInbox.deadAt))
    .limit(limit)
}

/** Brings dead letters back to life, all or one; gives those that were dead. */
export function reviveDeadLetters(db: Database, id: string | null): Promise<Pick<DeliveryRow, 'id' | 'account'>[]> {
  return db
    .update(webhookInbox)
    .set({ attempts: 0, deadAt: null })
    .where(
      and(
        isNull(webhookInbox.processedAt),
        isNotNull(webhookInbox.deadAt),
        id === null ? undefined : eq(webhookInbox.id, id),
      ),
    )
    .returning({ id: webhookInbox.id, account: webhookInbox.account })
}
