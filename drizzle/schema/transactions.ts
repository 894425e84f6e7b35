import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { TransactionPurpose, TransactionState } from '#lib/domain/transaction.ts'
import { at, createdAt, hex, id, units } from './columns.ts'
import { users } from './users.ts'
import { wallets } from './wallets.ts'

const live = sql.raw(`state in ('INTENT', 'CHALLENGE_ISSUED', 'SUBMITTED', 'BROADCAST', 'CONFIRMING')`)

/** One intended effect at the wallet provider or on the chain, written before the first call is made. */
export const transactions = pgTable(
  'transactions',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    walletId: uuid().references(() => wallets.id),
    purpose: text().$type<TransactionPurpose>().notNull(),
    draftId: uuid(),
    snapshotId: uuid(),
    onchainJobId: units(),
    state: text().$type<TransactionState>().notNull().default('INTENT'),
    reconciling: boolean().notNull().default(false),
    idempotencyKey: uuid().notNull().unique().default(sql`gen_random_uuid()`),
    challengeId: text().unique(),
    challengeExpiresAt: at(),
    providerTransactionId: text().unique(),
    providerReferenceId: text(),
    providerState: text(),
    userOperationHash: hex(),
    chainId: integer().notNull(),
    transactionHash: hex(),
    blockNumber: bigint({ mode: 'bigint' }),
    blockHash: hex(),
    logIndex: integer(),
    expectedContract: hex(),
    expectedAction: text().notNull(),
    expectedCalldata: hex(),
    expectedCalldataHash: hex(),
    amount: units(),
    failureCode: text(),
    failureDetail: text(),
    warnings: jsonb().$type<string[]>().notNull().default([]),
    attempts: integer().notNull().default(0),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    lookedAt: at(),
    /** Since when each look has failed; null after one that did not. */
    unansweredSince: at(),
    endedAt: at(),
  },
  (table) => [
    index('transactions_user').on(table.userId, table.id),
    index('transactions_draft').on(table.draftId),
    index('transactions_live').on(table.updatedAt).where(live),
    index('transactions_live_of_user').on(table.userId, table.id).where(live),
    index('transactions_unproven').on(table.purpose, table.id).where(sql`state in ('EXPIRED', 'CANCELLED', 'FAILED')`),
    index('transactions_hash').on(table.transactionHash),
    uniqueIndex('transactions_one_live_per_draft').on(table.draftId, table.purpose).where(live),
    uniqueIndex('transactions_one_live_payment_per_wallet')
      .on(table.walletId)
      .where(sql`purpose in ('APPROVAL', 'FUNDING') and ${live}`),
    uniqueIndex('transactions_one_live_action_per_job')
      .on(table.onchainJobId)
      .where(sql`purpose in ('JOB_CANCEL', 'JOB_REFUND') and ${live}`),
    uniqueIndex('transactions_one_live_wallet_creation')
      .on(table.userId)
      .where(sql`purpose = 'WALLET_CREATION' and ${live}`),
    uniqueIndex('transactions_one_live_registration')
      .on(table.walletId)
      .where(sql`purpose = 'OWNER_REGISTRATION' and ${live}`),
    uniqueIndex('transactions_log')
      .on(table.chainId, table.transactionHash, table.logIndex)
      .where(sql`log_index is not null`),
    check(
      'transactions_confirmed_by_chain',
      sql`${table.state} <> 'CONFIRMED' or ${table.purpose} in ('WALLET_CREATION', 'OWNER_REGISTRATION') or (${table.transactionHash} is not null and ${table.blockHash} is not null and ${table.logIndex} is not null)`,
    ),
  ],
)
