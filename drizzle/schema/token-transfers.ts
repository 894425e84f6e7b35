import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { at, hex, units } from './columns.ts'

/** Final transfers of the token out of or into the escrow and the wallets of clients and agents. */
export const tokenTransfers = pgTable(
  'token_transfers',
  {
    blockNumber: bigint({ mode: 'bigint' }).notNull(),
    logIndex: integer().notNull(),
    transactionHash: hex().notNull(),
    from: hex('from_address').notNull(),
    to: hex('to_address').notNull(),
    amount: units().notNull(),
    /** The time of the block. */
    minedAt: at().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.blockNumber, table.logIndex] }),
    index('token_transfers_from').on(table.from, table.blockNumber),
    index('token_transfers_to').on(table.to, table.blockNumber),
  ],
)

/** Which blocks of an account were read into `token_transfers`, and what it held after the first and the last of them. */
export const transferMarks = pgTable(
  'transfer_marks',
  {
    address: hex().primaryKey(),
    /** The transfers of this block are not recorded; those of later ones are. */
    fromBlock: bigint({ mode: 'bigint' }).notNull(),
    openingBalance: units().notNull(),
    throughBlock: bigint({ mode: 'bigint' }).notNull(),
    balance: units().notNull(),
  },
  (table) => [
    check('transfer_marks_blocks', sql`${table.fromBlock} <= ${table.throughBlock}`),
    check('transfer_marks_balance', sql`${table.balance} >= 0 and ${table.openingBalance} >= 0`),
  ],
)
