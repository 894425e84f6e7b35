import { eq, sql } from 'drizzle-orm'
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

/** The row as it is now; nobody else changes it until the transaction ends. */
export async function lockProviderCredential(tx: Transaction, userId: string): Promise<CredentialRow | undefined> {
  const [row] = await tx.select().from(providerCredentials).where(eq(providerCredentials.userId, userId)).for('update')
  return row
}

/** Puts a renewed session in the place of the one that is there. */
export async function replaceProviderCredential(
  tx: Transaction,
  userId: string,
  renewed: Pick<CredentialRow, 'userTokenSealed' | 'encryptionKeySealed' | 'refreshTokenSealed'>,
): Promise<void> {
  await tx
    .update(providerCredentials)
    .set({ ...renewed, issuedAt: sql`now()` })
    .where(eq(providerCredentials.userId, userId))
}

export async function markCredentialSignedOut(tx: Transaction, userId: string): Promise<void> {
  await tx.update(providerCredentials).set({ signedOut: true }).where(eq(providerCredentials.userId, userId))
}

export async function findProviderCredential(db: Database, userId: string): Promise<CredentialRow | undefined> {
  const [row] = await db.select().from(providerCredentials).where(eq(providerCredentials.userId, userId))
  return row
}
