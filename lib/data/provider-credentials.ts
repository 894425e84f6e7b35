import { and, eq, sql } from 'drizzle-orm'
import { providerCredentials } from '#drizzle/schema/users.ts'
import type { Database, Transaction } from './database.ts'

export type CredentialRow = typeof providerCredentials.$inferSelect

/** Keeps the provider's session of a sign-in, which is open to the web until the person signs out. */
export async function saveProviderCredential(
  tx: Transaction,
  row: Pick<CredentialRow, 'userId' | 'userTokenSealed' | 'encryptionKeySealed' | 'refreshTokenSealed' | 'deviceId'>,
): Promise<void> {
  const fresh = { ...row, issuedAt: sql`now()`, signedOut: false }
  await tx
    .insert(providerCredentials)
    .values(fresh)
    .onConflictDoUpdate({ target: providerCredentials.userId, set: fresh })
}

/**
 * Puts a renewed session in the place of the one it came from; false when that one has been replaced or deleted since.
 */
export async function replaceProviderCredential(
  tx: Transaction,
  before: Pick<CredentialRow, 'userId' | 'refreshTokenSealed'>,
  renewed: Pick<CredentialRow, 'userTokenSealed' | 'encryptionKeySealed' | 'refreshTokenSealed'>,
): Promise<boolean> {
  const isSame = and(
    eq(providerCredentials.userId, before.userId),
    eq(providerCredentials.refreshTokenSealed, before.refreshTokenSealed),
  )
  const rows = await tx
    .update(providerCredentials)
    .set({ ...renewed, issuedAt: sql`now()` })
    .where(isSame)
    .returning({ userId: providerCredentials.userId })
  return rows.length > 0
}

export async function markCredentialSignedOut(tx: Transaction, userId: string): Promise<void> {
  await tx.update(providerCredentials).set({ signedOut: true }).where(eq(providerCredentials.userId, userId))
}

export async function findProviderCredential(db: Database, userId: string): Promise<CredentialRow | undefined> {
  const [row] = await db.select().from(providerCredentials).where(eq(providerCredentials.userId, userId))
  return row
}
