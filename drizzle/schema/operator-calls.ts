import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { CallWait, OperatorCallState, OperatorPurpose } from '#lib/domain/operator-call.ts'
import { at, createdAt, hex, id } from './columns.ts'

/** One call by a key of the service's own, written before anything is signed; the signed bytes before they are sent. */
export const operatorCalls = pgTable(
  'operator_calls',
  {
    id: id(),
    operator: text().$type<'dispatcher' | 'registrar'>().notNull(),
    purpose: text().$type<OperatorPurpose>().notNull(),
    /** What the call is for, so that it is made once: a second one is possible only after the first one failed. */
    subject: text().notNull(),
    contract: hex().notNull(),
    action: text().notNull(),
    calldata: hex().notNull(),
    calldataHash: hex().notNull(),
    followUp: jsonb().$type<Record<string, unknown>>().notNull(),
    state: text().$type<OperatorCallState>().notNull().default('INTENT'),
    nonce: integer(),
    bump: integer().notNull().default(0),
    signed: jsonb().$type<{ raw: `0x${string}`; transactionHash: `0x${string}` }[]>().notNull().default([]),
    transactionHash: hex(),
    blockNumber: bigint({ mode: 'bigint' }),
    blockHash: hex(),
    failure: text(),
    /** What an open call waits for that takes longer than usual, and since when. */
    waitsFor: text().$type<CallWait>(),
    waitingSince: at(),
    createdAt: createdAt(),
    sentAt: at(),
    endedAt: at(),
  },
  (table) => [
    uniqueIndex('operator_calls_once').on(table.purpose, table.subject).where(sql`state <> 'FAILED'`),
    uniqueIndex('operator_calls_nonce')
      .on(table.operator, table.nonce)
      .where(sql`nonce is not null and state <> 'FAILED'`),
    uniqueIndex('operator_calls_one_in_flight').on(table.operator).where(sql`state = 'SENT'`),
    index('operator_calls_open').on(table.operator, table.id).where(sql`state in ('INTENT', 'SENT', 'MINED')`),
    check('operator_calls_state', sql`${table.state} in ('INTENT', 'SENT', 'MINED', 'CONFIRMED', 'FAILED')`),
    check('operator_calls_waits', sql`${table.waitsFor} in ('balance', 'fee_ceiling', 'mining')`),
    check('operator_calls_mined', sql`${table.state} not in ('MINED', 'CONFIRMED') or ${table.blockHash} is not null`),
  ],
)
