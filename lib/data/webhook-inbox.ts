import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { webhookInbox } from '#drizzle/schema/requests.ts'
import type { Database } from './database.ts'

export type DeliveryRow = typeof webhookInbox.$inferSelect

/** Stores a verified delivery once; undefined when its id was stored before. */
export async function insertDelivery(
  db: Database,
  row: Pick<DeliveryRow, 'provider' | 'deliveryId' | 'eventType' | 'body' | 'bodySha256'>,
): Promise<{ id: string } | undefined> {
  const [made] = await db.insert(webhookInbox).values(row).onConflictDoNothing().returning({ id: webhookInbox.id })
  return made
}

export async function findDelivery(db: Database, id: string): Promise<DeliveryRow | undefined> {
  const [row] = await db.select().from(webhookInbox).where(eq(webhookInbox.id, id))
  return row
}

export async function markDeliveryProcessed(db: Database, id: string): Promise<void> {
  await db.update(webhookInbox).set({ processedAt: sql`now()`, lastError: null }).where(eq(webhookInbox.id, id))
}

export async function noteDeliveryError(db: Database, id: string, error: string): Promise<void> {
  await db
    .update(webhookInbox)
    .set({ attempts: sql`${webhookInbox.attempts} + 1`, lastError: error.slice(0, 500) })
    .where(eq(webhookInbox.id, id))
}

/** Deliveries that wait longer than `seconds` and were not given up. */
export function listWaitingDeliveries(db: Database, seconds: number, limit: number): Promise<{ id: string }[]> {
  return db
    .select({ id: webhookInbox.id })
    .from(webhookInbox)
    .where(
      and(
        isNull(webhookInbox.processedAt),
        lt(webhookInbox.attempts, 20),
        lt(webhookInbox.receivedAt, sql`now() - make_interval(secs => ${seconds})`),
      ),
    )
    .orderBy(webhookInbox.receivedAt)
    .limit(limit)
}
