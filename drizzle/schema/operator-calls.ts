import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type {
  CallWait,
  OperatorCallState,
  OperatorName,
  OperatorPurpose,
  OperatorTransactionState,
} from '#lib/domain/operator-call.ts'
import { at, createdAt, hex, id } from './columns.ts'

/** A signed transaction by a key of the service's own, written before it is sent. It carries one call or a batch of them. */
export const operatorTransactions = pgTable(
  'operator_transactions',
  {
    id: id(),
    operator: text().$type<OperatorName>().notNull(),
    state: text().$type<OperatorTransactionState>().notNull().default('SENT'),
    /** Whose nonce it is. The first releases did not store it, and a key may have been exchanged since. */
    signer: hex(),
    nonce: integer().notNull(),
    /** How often it was signed again at a higher price. */
    bump: integer().notNull().default(0),
    /** Every version that was ever signed, newest last; at most one of them is mined. */
    signed: jsonb().$type<{ raw: `0x${string}`; transactionHash: `0x${string}` }[]>().notNull(),
    /** The version that was sent last, or the one that was mined. */
    transactionHash: hex().notNull(),
    /** The calls that it was signed for, by entry, also once they are sent by others; the first releases did not store them. */
    callIds: uuid().array().notNull().default([]),
    blockNumber: bigint({ mode: 'bigint' }),
    blockHash: hex(),
    createdAt: createdAt(),
    sentAt: at().notNull().default(sql`now()`),
    endedAt: at(),
  },
  (table) => [
    uniqueIndex('operator_transactions_nonce').on(table.signer, table.nonce).where(sql`state <> 'DISPLACED'`),
    index('operator_transactions_displaced').on(table.operator).where(sql`state = 'DISPLACED'`),
    index('operator_transactions_open').on(table.operator, table.nonce).where(sql`state in ('SENT', 'MINED')`),
    check('operator_transactions_state', sql`${table.state} in ('SENT', 'MINED', 'CONFIRMED', 'DISPLACED')`),
    check('operator_transactions_signed', sql`jsonb_array_length(${table.signed}) > 0`),
    check(
      'operator_transactions_mined',
      sql`${table.state} not in ('MINED', 'CONFIRMED') or (${table.blockNumber} is not null and ${table.blockHash} is not null)`,
    ),
  ],
)

/** One call that a key of the service's own has to make, written before anything is signed. */
export const operatorCalls = pgTable(
  'operator_calls',
  {
    id: id(),
    operator: text().$type<OperatorName>().notNull(),
    purpose: text().$type<OperatorPurpose>().notNull(),
    /** What the call is for, so that it is made once: a second one is possible only after the first one failed. */
    subject: text().notNull(),
    contract: hex().notNull(),
    action: text().notNull(),
    calldata: hex().notNull(),
    calldataHash: hex().notNull(),
    /** The highest block that was known when the call became due; a refusal at an older one is none. */
    dueBlock: bigint({ mode: 'bigint' }),
    followUp: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The trace of what the call is for; its transaction is a part of it. */
    traceparent: text(),
    state: text().$type<OperatorCallState>().notNull().default('INTENT'),
    transactionId: uuid().references(() => operatorTransactions.id),
    /** The call's index in the batch of its transaction; 0 in one that carries this call alone. */
    entry: integer(),
    failure: text(),
    /** What an open call waits for that takes longer than usual, and since when. */
    waitsFor: text().$type<CallWait>(),
    waitingSince: at(),
    createdAt: createdAt(),
    triedAt: at(),
    endedAt: at(),
  },
  (table) => [
    uniqueIndex('operator_calls_once').on(table.purpose, table.subject).where(sql`state <> 'FAILED'`),
    uniqueIndex('operator_calls_entry').on(table.transactionId, table.entry),
    index('operator_calls_subject').on(table.purpose, table.subject, table.id),
    index('operator_calls_open').on(table.operator, table.id).where(sql`state in ('INTENT', 'SENT', 'MINED')`),
    check('operator_calls_state', sql`${table.state} in ('INTENT', 'SENT', 'MINED', 'CONFIRMED', 'FAILED')`),
    check('operator_calls_waits', sql`${table.waitsFor} in ('balance', 'fee_ceiling', 'mining', 'node')`),
    check(
      'operator_calls_transaction',
      sql`(${table.transactionId} is null) = (${table.entry} is null)
        and (${table.state} <> 'INTENT' or ${table.transactionId} is null)
        and (${table.state} in ('INTENT', 'FAILED') or ${table.transactionId} is not null)`,
    ),
  ],
)
