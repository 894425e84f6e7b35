import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { type TokenScope, tokenScopes } from '#lib/domain/api-token.ts'
import { at, bytes, createdAt, id } from './columns.ts'
import { users } from './users.ts'

const scopeList = tokenScopes.map((scope) => `'${scope}'`).join(', ')

/** What programs act for a person with. A trigger lets a row change once: to be revoked. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    secretHash: bytes().notNull().unique(),
    scopes: text().array().$type<TokenScope[]>().notNull(),
    createdAt: createdAt(),
    expiresAt: at().notNull(),
    revokedAt: at(),
  },
  (table) => [
    index('api_tokens_user').on(table.userId),
    check('api_tokens_name', sql`length(${table.name}) between 1 and 80`),
    check('api_tokens_hash', sql`octet_length(${table.secretHash}) = 32`),
    check('api_tokens_scopes', sql.raw(`scopes <@ array[${scopeList}] and cardinality(scopes) > 0`)),
    check('api_tokens_expiry', sql`expires_at > created_at and expires_at <= created_at + interval '8760 hours'`),
  ],
)

/** When a token was last used; apart from the token so that this one write needs no transaction. */
export const apiTokenUses = pgTable('api_token_uses', {
  tokenId: uuid()
    .primaryKey()
    .references(() => apiTokens.id, { onDelete: 'cascade' }),
  lastUsedAt: createdAt(),
})
