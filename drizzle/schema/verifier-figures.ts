import { sql } from 'drizzle-orm'
import { boolean, check, integer, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import type { PoolFigures } from '#lib/domain/verifier-figures.ts'
import { agents } from './agents.ts'
import { createdAt } from './columns.ts'

/** What a verifier did with its seats, counted by the worker program from time to time. */
export const verifierFigures = pgTable('verifier_figures', {
  agentId: uuid()
    .primaryKey()
    .references(() => agents.id),
  seats: integer().notNull(),
  votes: integer().notNull(),
  /** Votes on attempts that were decided, and those of them that went with the decision. */
  decided: integer().notNull(),
  agreed: integer().notNull(),
  silent: integer().notNull(),
  undecided: integer().notNull(),
  /** How often a draw called it and it was passed over. */
  passedOver: integer().notNull().default(0),
})

/** The same of all verifiers together; one row. */
export const poolFigures = pgTable(
  'pool_figures',
  {
    only: boolean().primaryKey().default(true),
    figures: jsonb().$type<PoolFigures>().notNull(),
    countedAt: createdAt(),
  },
  (table) => [check('pool_figures_only', sql`${table.only}`)],
)
