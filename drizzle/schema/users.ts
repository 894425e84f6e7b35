import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { at, bytes, createdAt, hex, id } from './columns.ts'

export const users = pgTable('users', {
  id: id(),
  providerUserId: text().notNull().unique(),
  ownerId: hex().notNull().unique().default(sql`'0x' || encode(sha256(uuid_send(uuidv7())), 'hex')`),
  createdAt: createdAt(),
})

export const userCapabilities = pgTable(
  'user_capabilities',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id),
    capability: text().$type<'client' | 'agent_owner'>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.capability] }),
    check('user_capabilities_known', sql`${table.capability} in ('client', 'agent_owner')`),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    secretHash: bytes().notNull().unique(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    userAgent: text().notNull(),
    signedInAt: createdAt(),
    expiresAt: at().notNull(),
    revokedAt: at(),
  },
  (table) => [index('sessions_user').on(table.userId)],
)

/** When a session was last used; apart from the session so that this one write needs no transaction. */
export const sessionUses = pgTable('session_uses', {
  sessionId: uuid()
    .primaryKey()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  lastSeenAt: createdAt(),
})

export const preLogins = pgTable('pre_logins', {
  id: id(),
  secretHash: bytes().notNull().unique(),
  deviceId: text().notNull(),
  createdAt: createdAt(),
  expiresAt: at().notNull(),
  usedAt: at(),
})

export const providerCredentials = pgTable('provider_credentials', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id),
  userTokenSealed: text().notNull(),
  encryptionKeySealed: text().notNull(),
  refreshTokenSealed: text().notNull(),
  deviceId: text().notNull(),
  issuedAt: createdAt(),
  signedOut: boolean().notNull().default(false),
})

/** Every provider token that opened a session or came from a renewal, as a hash: none of them opens another session. */
export const spentProviderTokens = pgTable(
  'spent_provider_tokens',
  { tokenHash: bytes().primaryKey(), createdAt: createdAt() },
  (table) => [index('spent_provider_tokens_age').on(table.createdAt)],
)
