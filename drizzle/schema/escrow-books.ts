import { sql } from 'drizzle-orm'
import { bigint, boolean, check, date, integer, pgTable } from 'drizzle-orm/pg-core'
import { createdAt, units } from './columns.ts'

const sum = () => units().notNull()
const count = () => integer().notNull()

const sums = () => ({
  funded: sum(),
  rewards: sum(),
  fees: sum(),
  returned: sum(),
  deferred: sum(),
  collected: sum(),
  created: count(),
  settled: count(),
  rejected: count(),
  cancelled: count(),
  refunded: count(),
  lapsed: integer().notNull().default(0),
})

/** What the escrow's events of one day (UTC, by the blocks' own time) moved and ended; amounts in base units. */
export const escrowDays = pgTable('escrow_days', { day: date().primaryKey(), ...sums() })

/** The same of all days up to a block, and what the escrow held of the token there; one row. */
export const escrowBooks = pgTable(
  'escrow_books',
  {
    only: boolean().primaryKey().default(true),
    throughBlock: bigint({ mode: 'bigint' }).notNull(),
    balance: units().notNull(),
    ...sums(),
    countedAt: createdAt(),
  },
  (table) => [check('escrow_books_only', sql`${table.only}`)],
)
