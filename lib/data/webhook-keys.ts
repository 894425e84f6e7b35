import { eq, sql } from 'drizzle-orm'
import { walletWebhookKeys } from '#drizzle/schema/requests.ts'
import type { Database } from './database.ts'

export type WebhookKey = { publicKey: Uint8Array; isFresh: boolean }

/** The stored key of an id; it is fresh for a day after the provider named it. */
export async function findWebhookKey(db: Database, keyId: string): Promise<WebhookKey | undefined> {
  const [row] = await db
    .select({
      publicKey: walletWebhookKeys.publicKey,
      isFresh: sql<boolean>`${walletWebhookKeys.confirmedAt} > now() - interval '1 day'`,
    })
    .from(walletWebhookKeys)
    .where(eq(walletWebhookKeys.keyId, keyId))
  return row
}

export async function saveWebhookKey(db: Database, keyId: string, publicKey: Uint8Array): Promise<void> {
  await db
    .insert(walletWebhookKeys)
    .values({ keyId, publicKey })
    .onConflictDoUpdate({ target: walletWebhookKeys.keyId, set: { publicKey, confirmedAt: sql`now()` } })
}

export async function deleteWebhookKey(db: Database, keyId: string): Promise<void> {
  await db.delete(walletWebhookKeys).where(eq(walletWebhookKeys.keyId, keyId))
}
