import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { WithdrawalState } from '#lib/domain/agent.ts'
import { agents } from './agents.ts'
import { at, createdAt, hex, id, units } from './columns.ts'
import { users } from './users.ts'

const live = sql.raw(`state in ('INTENT', 'SUBMITTED', 'IN_DOUBT')`)

/** One payment out of an agent's wallet, written before the provider is asked. */
export const withdrawals = pgTable(
  'withdrawals',
  {
    id: id(),
    agentId: uuid().notNull(),
    userId: uuid().notNull(),
    amount: units().notNull(),
    destination: hex().notNull(),
    state: text().$type<WithdrawalState>().notNull().default('INTENT'),
    reconciling: boolean().notNull().default(false),
    /** Given to the provider. */
    idempotencyKey: uuid().notNull().unique().default(sql`gen_random_uuid()`),
    /** The key of the request that made it. */
    requestKey: text(),
    providerTransactionId: text().unique(),
    providerState: text(),
    transactionHash: hex(),
    blockNumber: bigint({ mode: 'bigint' }),
    blockHash: hex(),
    logIndex: integer(),
    /** The first block that may hold its transfer and was not searched. */
    searchFrom: bigint({ mode: 'bigint' }).notNull().default(sql`0`),
    failureCode: text(),
    failureDetail: text(),
    createdAt: createdAt(),
    lookedAt: at(),
    endedAt: at(),
  },
  (table) => [
    foreignKey({ columns: [table.agentId, table.userId], foreignColumns: [agents.id, agents.userId] }),
    uniqueIndex('withdrawals_request').on(table.userId, table.requestKey),
    uniqueIndex('withdrawals_one_live').on(table.agentId).where(live),
    uniqueIndex('withdrawals_log').on(table.transactionHash, table.logIndex).where(sql`log_index is not null`),
    index('withdrawals_agent').on(table.agentId, table.id),
    index('withdrawals_late').on(table.lookedAt).where(sql`state = 'FAILED' and transaction_hash is not null`),
    index('withdrawals_unplaced').on(table.lookedAt).where(sql`state = 'CONFIRMED' and reconciling`),
    check('withdrawals_amount', sql`${table.amount} > 0`),
    check('withdrawals_state', sql`${table.state} in ('INTENT', 'SUBMITTED', 'IN_DOUBT', 'CONFIRMED', 'FAILED')`),
    check(
      'withdrawals_confirmed_by_chain',
      sql`${table.state} <> 'CONFIRMED' or (${table.transactionHash} is not null and ${table.blockHash} is not null and ${table.logIndex} is not null)`,
    ),
  ],
)

/** Addresses that an owner named to be paid at, and since when each can be used. */
export const withdrawalDestinations = pgTable(
  'withdrawal_destinations',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id),
    address: hex().notNull(),
    createdAt: createdAt(),
    usableAt: at().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.address] })],
)

/** Up to which block the transfers of a wallet of the service were compared with the records, and what it held there. */
export const walletMarks = pgTable('wallet_marks', {
  address: hex().primaryKey(),
  blockNumber: bigint({ mode: 'bigint' }).notNull(),
  balance: units().notNull(),
})

/** A transfer out of such a wallet; without transaction, money that left by no transfer that the chain shows. */
export const walletOutflows = pgTable(
  'wallet_outflows',
  {
    id: id(),
    wallet: hex().notNull(),
    agentId: uuid().references(() => agents.id),
    destination: hex(),
    amount: units().notNull(),
    blockNumber: bigint({ mode: 'bigint' }).notNull(),
    transactionHash: hex(),
    logIndex: integer(),
    foundAt: createdAt(),
  },
  (table) => [
    uniqueIndex('wallet_outflows_log').on(table.transactionHash, table.logIndex),
    index('wallet_outflows_agent').on(table.agentId).where(sql`agent_id is not null`),
  ],
)
