import { and, count, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import { apiTokens, apiTokenUses } from '#drizzle/schema/api-tokens.ts'
import type { TokenDays, TokenScope, TokenState } from '../domain/api-token.ts'
import type { Capability } from '../domain/capability.ts'
import { builtOnce } from './built-once.ts'
import type { Database, Transaction } from './database.ts'

type NewToken = { userId: string; name: string; secretHash: Uint8Array; scopes: TokenScope[]; days: TokenDays }

const isLive = and(isNull(apiTokens.revokedAt), gt(apiTokens.expiresAt, sql`now()`))

const shape = {
  id: apiTokens.id,
  name: apiTokens.name,
  scopes: apiTokens.scopes,
  createdAt: apiTokens.createdAt,
  expiresAt: apiTokens.expiresAt,
  revokedAt: apiTokens.revokedAt,
  lastUsedAt: apiTokenUses.lastUsedAt,
  state: sql<TokenState>`case when ${apiTokens.revokedAt} is not null then 'REVOKED'
    when ${apiTokens.expiresAt} <= now() then 'EXPIRED' else 'LIVE' end`,
}

export type ApiTokenRow = {
  id: string
  name: string
  scopes: TokenScope[]
  createdAt: Date
  expiresAt: Date
  revokedAt: Date | null
  lastUsedAt: Date | null
  state: TokenState
}

/** The account's tokens that work, and the newest of those that ended within 30 days; those that work come first. */
export async function listApiTokens(db: Database, userId: string): Promise<ApiTokenRow[]> {
  const endedAt = sql`least(${apiTokens.revokedAt}, ${apiTokens.expiresAt})`
  return db
    .select(shape)
    .from(apiTokens)
    .leftJoin(apiTokenUses, eq(apiTokenUses.tokenId, apiTokens.id))
    .where(and(eq(apiTokens.userId, userId), or(isLive, sql`${endedAt} > now() - interval '30 days'`)))
    .orderBy(sql`${shape.state} <> 'LIVE'`, desc(apiTokens.id))
    .limit(100)
}

/** The account's own token; undefined for a foreign or unknown id alike. */
export async function findApiToken(db: Database, userId: string, id: string): Promise<ApiTokenRow | undefined> {
  const [row] = await db
    .select(shape)
    .from(apiTokens)
    .leftJoin(apiTokenUses, eq(apiTokenUses.tokenId, apiTokens.id))
    .where(and(eq(apiTokens.id, id), eq(apiTokens.userId, userId)))
  return row
}

/** Stores the token unless the account has `max` that work; accounts create one after the other. */
export async function insertApiToken(
  tx: Transaction,
  { days, ...row }: NewToken,
  max: number,
): Promise<{ id: string } | undefined> {
  await tx.execute(sql`select 1 from users where id = ${row.userId} for no key update`)
  const [own] = await tx
    .select({ live: count() })
    .from(apiTokens)
    .where(and(eq(apiTokens.userId, row.userId), isLive))
  if ((own?.live ?? 0) >= max) return undefined
  const [made] = await tx
    .insert(apiTokens)
    .values({ ...row, expiresAt: sql`now() + make_interval(hours => ${days * 24})` })
    .returning({ id: apiTokens.id })
  return made
}

/** True when the token was not revoked before. */
export async function markApiTokenRevoked(tx: Transaction, userId: string, id: string): Promise<boolean> {
  const rows = await tx
    .update(apiTokens)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(apiTokens.id, id), eq(apiTokens.userId, userId), isNull(apiTokens.revokedAt)))
    .returning({ id: apiTokens.id })
  return rows.length > 0
}

const bySecret = builtOnce((db) =>
  db
    .select({
      ...shape,
      userId: apiTokens.userId,
      capabilities: sql<
        Capability[]
      >`array(select capability from user_capabilities c where c.user_id = ${apiTokens.userId} order by 1)`,
    })
    .from(apiTokens)
    .leftJoin(apiTokenUses, eq(apiTokenUses.tokenId, apiTokens.id))
    .where(eq(apiTokens.secretHash, sql.placeholder('secretHash'))),
)

/** The token with this secret, in whichever state, with what its person may do now. One query. */
export async function findApiTokenBySecret(
  db: Database,
  secretHash: Uint8Array,
): Promise<(ApiTokenRow & { userId: string; capabilities: Capability[] }) | undefined> {
  const [row] = await bySecret(db).execute({ secretHash })
  return row
}

/** Which of these tokens work. */
export async function findLiveApiTokens(db: Database, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: apiTokens.id })
    .from(apiTokens)
    .where(and(inArray(apiTokens.id, [...ids]), isLive))
  return rows.map(({ id }) => id)
}

/** Notes that the token is in use, at most once a minute. */
export async function noteApiTokenUse(db: Database, tokenId: string): Promise<void> {
  await db
    .insert(apiTokenUses)
    .values({ tokenId })
    .onConflictDoUpdate({
      target: apiTokenUses.tokenId,
      set: { lastUsedAt: sql`now()` },
      setWhere: sql`${apiTokenUses.lastUsedAt} < now() - interval '1 minute'`,
    })
}
