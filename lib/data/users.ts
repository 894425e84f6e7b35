import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import {
  preLogins,
  providerCredentials,
  sessions,
  sessionUses,
  userCapabilities,
  users,
} from '#drizzle/schema/users.ts'
import type { Capability } from '#lib/domain/capability.ts'
import type { Database, Transaction } from './database.ts'

export type UserRow = typeof users.$inferSelect

/** The person behind a provider identity, made on first sight. */
export async function upsertUser(
  tx: Transaction,
  providerUserId: string,
): Promise<{ user: UserRow; created: boolean }> {
  const [made] = await tx.insert(users).values({ providerUserId }).onConflictDoNothing().returning()
  if (made) return { user: made, created: true }
  const [user] = await tx.select().from(users).where(eq(users.providerUserId, providerUserId))
  if (!user) throw new Error('a user that conflicts must exist')
  return { user, created: false }
}

export async function findUser(db: Database, id: string): Promise<UserRow | undefined> {
  const [user] = await db.select().from(users).where(eq(users.id, id))
  return user
}

/** True when the capability is new to this person. */
export async function insertCapability(tx: Transaction, userId: string, capability: Capability): Promise<boolean> {
  const rows = await tx.insert(userCapabilities).values({ userId, capability }).onConflictDoNothing().returning()
  return rows.length > 0
}

export async function listCapabilities(db: Database, userId: string): Promise<Capability[]> {
  const rows = await db
    .select({ capability: userCapabilities.capability })
    .from(userCapabilities)
    .where(eq(userCapabilities.userId, userId))
    .orderBy(userCapabilities.capability)
  return rows.map((row) => row.capability)
}

export async function insertPreLogin(
  tx: Transaction,
  row: { secretHash: Uint8Array; deviceId: string },
): Promise<void> {
  await tx.insert(preLogins).values({ ...row, expiresAt: sql`now() + interval '15 minutes'` })
}

/** Uses a pre-login up; undefined when it is unknown, used or expired. */
export async function consumePreLogin(
  tx: Transaction,
  secretHash: Uint8Array,
): Promise<{ deviceId: string } | undefined> {
  const [row] = await tx
    .update(preLogins)
    .set({ usedAt: sql`now()` })
    .where(and(eq(preLogins.secretHash, secretHash), isNull(preLogins.usedAt), gt(preLogins.expiresAt, sql`now()`)))
    .returning({ deviceId: preLogins.deviceId })
  return row
}

/** Begins a session of at most 7 days. */
export async function insertSession(
  tx: Transaction,
  row: { userId: string; secretHash: Uint8Array; userAgent: string },
): Promise<{ id: string }> {
  const [session] = await tx
    .insert(sessions)
    .values({ ...row, expiresAt: sql`now() + interval '7 days'` })
    .returning({ id: sessions.id })
  if (!session) throw new Error('an insert returns its row')
  await tx.insert(sessionUses).values({ sessionId: session.id })
  return session
}

export type SessionRow = {
  id: string
  userId: string
  signedInAt: Date
  expiresAt: Date
  lastSeenAt: Date
  /** Seconds since the sign-in, by the database's clock. */
  signInAge: number
  capabilities: Capability[]
}

/** The live session with this secret: not revoked, not older than 7 days, used within 24 hours. One query. */
export async function findLiveSession(db: Database, secretHash: Uint8Array): Promise<SessionRow | undefined> {
  const [row] = await db
    .select({
      id: sessions.id,
      userId: sessions.userId,
      signedInAt: sessions.signedInAt,
      expiresAt: sessions.expiresAt,
      lastSeenAt: sessionUses.lastSeenAt,
      signInAge: sql<number>`extract(epoch from now() - ${sessions.signedInAt})::float8`,
      capabilities: sql<
        Capability[]
      >`array(select capability from user_capabilities c where c.user_id = ${sessions.userId} order by 1)`,
    })
    .from(sessions)
    .innerJoin(sessionUses, eq(sessionUses.sessionId, sessions.id))
    .where(
      and(
        eq(sessions.secretHash, secretHash),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, sql`now()`),
        gt(sessionUses.lastSeenAt, sql`now() - interval '24 hours'`),
      ),
    )
  return row
}

export async function touchSession(db: Database, sessionId: string): Promise<void> {
  await db.update(sessionUses).set({ lastSeenAt: sql`now()` }).where(eq(sessionUses.sessionId, sessionId))
}

/** True when the session was live until now. */
export async function revokeSession(tx: Transaction, sessionId: string): Promise<boolean> {
  const rows = await tx
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)))
    .returning({ id: sessions.id })
  return rows.length > 0
}

export type CredentialRow = typeof providerCredentials.$inferSelect

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

export async function markCredentialSignedOut(tx: Transaction, userId: string): Promise<void> {
  await tx.update(providerCredentials).set({ signedOut: true }).where(eq(providerCredentials.userId, userId))
}

export async function findProviderCredential(db: Database, userId: string): Promise<CredentialRow | undefined> {
  const [row] = await db.select().from(providerCredentials).where(eq(providerCredentials.userId, userId))
  return row
}

export async function hasLiveSession(db: Database, userId: string): Promise<boolean> {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.expiresAt, sql`now()`)))
    .limit(1)
  return rows.length > 0
}

/** Forgets the provider's sessions of people who signed out and have no transaction under way. */
export async function deleteIdleCredentials(tx: Transaction): Promise<void> {
  await tx.delete(providerCredentials).where(
    and(
      eq(providerCredentials.signedOut, true),
      sql`not exists (select 1 from transactions t where t.user_id = ${providerCredentials.userId}
        and t.state in ('INTENT', 'CHALLENGE_ISSUED', 'SUBMITTED', 'BROADCAST', 'CONFIRMING'))`,
    ),
  )
}
