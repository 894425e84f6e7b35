import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { at, createdAt, id, units } from './columns.ts'

/** The right of one assignment or seat to clone the job's private repository while it lasts. Sealed, and gone at its end. */
export const cloneTokens = pgTable(
  'clone_tokens',
  {
    id: id(),
    /** The assignment, the seat or the probe. */
    holderId: uuid().notNull(),
    /** Null for a probe, which comes before the job. */
    onchainJobId: units(),
    tokenSealed: text(),
    expiresAt: at().notNull(),
    createdAt: createdAt(),
    revokedAt: at(),
  },
  (table) => [
    uniqueIndex('clone_tokens_one_live').on(table.holderId).where(sql`revoked_at is null`),
    index('clone_tokens_live').on(table.id).where(sql`revoked_at is null`),
    check('clone_tokens_ended_hold_no_secret', sql`${table.revokedAt} is null or ${table.tokenSealed} is null`),
  ],
)
