import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { StoredFilter } from '#lib/domain/saved-search.ts'
import { createdAt, id } from './columns.ts'
import { users } from './users.ts'

/** Searches for public issues whose new matches a person wants to hear of. */
export const savedSearches = pgTable(
  'saved_searches',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    filter: jsonb().$type<StoredFilter>().notNull(),
    createdAt: createdAt(),
    /** Issues that became news up to here are dealt with. */
    checkedUntil: createdAt(),
    nextCheckAt: createdAt(),
  },
  (table) => [
    index('saved_searches_due').on(table.nextCheckAt),
    uniqueIndex('saved_searches_once').on(table.userId, sql`md5(${table.filter}::text)`),
    check('saved_searches_name', sql`length(${table.name}) between 1 and 120`),
  ],
)
