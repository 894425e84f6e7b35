import { createHash } from 'node:crypto'
import { and, desc, eq, gt, inArray, isNull, ne, notLike, type SQL, sql } from 'drizzle-orm'
import {
  preLogins,
  sessions,
  sessionUses,
  spentProviderTokens,
  userCapabilities,
  users,
} from '#drizzle/schema/users.ts'
import type { Capability } from '../domain/capability.ts'
import { builtOnce } from './built-once.ts'
import type { Database, Transaction } from './database.ts'
import { onlyRow } from './only-row.ts'

export type UserRow = typeof users.$inferSelect

/** What stands in place of the provider’s id of a person who was erased: it recognises them and leads nowhere. */
const erasedId = (providerUserId: string) => `erased:${createHash('sha256').update(providerUserId).digest('hex')}`

/** Whether this person was erased and so has no way back in. */
export async function isErased(db: Database, providerUserId: string): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.providerUserId, erasedId(providerUserId)))
  return rows.length > 0
}

/** Makes the account one of nobody’s; false when it was before. */
export async function eraseProviderId(tx: Transaction, user: Pick<UserRow, 'id' | 'providerUserId'>): Promise<boolean> {
  const rows = await tx
    .update(users)
    .set({ providerUserId: erasedId(user.providerUserId) })
    .where(
      and(
        eq(users.id, user.id),
        eq(users.providerUserId, user.providerUserId),
        notLike(users.providerUserId, 'erased:%'),
      ),
    )
    .returning({ id: users.id })
  return rows.length > 0
}

/** Holds the person’s row, so that of two who change the account one comes first. */
export async function lockUser(tx: Transaction, id: string): Promise<UserRow | undefined> {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for('update')
  return row
}

/** The person behind a provider identity, made on first sight. */
export async function upsertUser(
  tx: Transaction,
  providerUserId: string,
): Promise<{ user: UserRow; created: boolean }> {
  const [made] = await tx.insert(users).values({ providerUserId }).onConflictDoNothing().returning()
  if (made) return { user: made, created: true }
  const isThis = eq(users.providerUserId, providerUserId)
  // Held so that nobody is erased while they sign in.
  const [user] = await tx.select().from(users).where(isThis).for('key share')
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

const isPreLoginLive = and(isNull(preLogins.usedAt), gt(preLogins.expiresAt, sql`now()`))

/** A pre-login that was neither used nor has expired. */
export async function findPreLogin(
  db: Database,
  secretHash: Uint8Array,
): Promise<{ deviceId: string; createdAt: Date } | undefined> {
  const [row] = await db
    .select({ deviceId: preLogins.deviceId, createdAt: preLogins.createdAt })
    .from(preLogins)
    .where(and(eq(preLogins.secretHash, secretHash), isPreLoginLive))
  return row
}

/** Uses a pre-login up; false when it is unknown, used or expired. */
export async function consumePreLogin(tx: Transaction, secretHash: Uint8Array): Promise<boolean> {
  const rows = await tx
    .update(preLogins)
    .set({ usedAt: sql`now()` })
    .where(and(eq(preLogins.secretHash, secretHash), isPreLoginLive))
    .returning({ id: preLogins.id })
  return rows.length > 0
}

export async function isTokenSpent(db: Database, tokenHash: Uint8Array): Promise<boolean> {
  const rows = await db.select().from(spentProviderTokens).where(eq(spentProviderTokens.tokenHash, tokenHash))
  return rows.length > 0
}

/** Marks a provider token as spent; false when it was before. */
export async function spendToken(tx: Transaction, tokenHash: Uint8Array): Promise<boolean> {
  const rows = await tx.insert(spentProviderTokens).values({ tokenHash }).onConflictDoNothing().returning()
  return rows.length > 0
}

/** Begins a session of at most 7 days. */
export async function insertSession(
  tx: Transaction,
  row: { userId: string; secretHash: Uint8Array; userAgent: string },
): Promise<{ id: string }> {
  const session = onlyRow(
    await tx
      .insert(sessions)
      .values({ ...row, expiresAt: sql`now() + interval '7 days'` })
      .returning({ id: sessions.id }),
  )
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

const isSessionLive = and(
  isNull(sessions.revokedAt),
  gt(sessions.expiresAt, sql`now()`),
  gt(sessionUses.lastSeenAt, sql`now() - interval '24 hours'`),
)

const liveSession = builtOnce((db) =>
  db
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
    .where(and(eq(sessions.secretHash, sql.placeholder('secretHash')), isSessionLive)),
)

/** The live session with this secret: not revoked, not older than 7 days, used within 24 hours. One query. */
export async function findLiveSession(db: Database, secretHash: Uint8Array): Promise<SessionRow | undefined> {
  const [row] = await liveSession(db).execute({ secretHash })
  return row
}

/** Which of these sessions are live. */
export async function findLiveSessions(db: Database, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(sessionUses, eq(sessionUses.sessionId, sessions.id))
    .where(and(inArray(sessions.id, [...ids]), isSessionLive))
  return rows.map(({ id }) => id)
}

export type LiveSessionRow = {
  id: string
  userAgent: string
  signedInAt: Date
  lastSeenAt: Date
  /** When it ends if it is not used any more. */
  endsAt: Date
}

/** The live sessions of a person, the newest first. */
export function listLiveSessions(db: Database, userId: string): Promise<LiveSessionRow[]> {
  return db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      signedInAt: sessions.signedInAt,
      lastSeenAt: sessionUses.lastSeenAt,
      endsAt: sql<Date>`least(${sessions.expiresAt}, ${sessionUses.lastSeenAt} + interval '24 hours')`.mapWith(
        sessions.expiresAt,
      ),
    })
    .from(sessions)
    .innerJoin(sessionUses, eq(sessionUses.sessionId, sessions.id))
    .where(and(eq(sessions.userId, userId), isSessionLive))
    .orderBy(desc(sessions.id))
}

/** Ends live sessions of a person and gives their ids. */
export async function revokeLiveSessions(
  tx: Transaction,
  userId: string,
  which: { only: string } | { allBut: string },
): Promise<string[]> {
  const chosen: SQL = 'only' in which ? eq(sessions.id, which.only) : ne(sessions.id, which.allBut)
  const rows = await tx
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .from(sessionUses)
    .where(and(eq(sessions.userId, userId), chosen, eq(sessionUses.sessionId, sessions.id), isSessionLive))
    .returning({ id: sessions.id })
  return rows.map((row) => row.id)
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

export async function hasLiveSession(db: Database, userId: string): Promise<boolean> {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(sessionUses, eq(sessionUses.sessionId, sessions.id))
    .where(and(eq(sessions.userId, userId), isSessionLive))
    .limit(1)
  return rows.length > 0
}
