import { inTransaction, type Transaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import {
  moveTransaction,
  noteTransaction,
  type TransactionFacts,
  type TransactionRow,
} from '../../data/transactions.ts'
import { movedTo } from '../../domain/event-name.ts'
import type { TransactionState } from '../../domain/transaction.ts'
import type { Context } from '../context.ts'

/** One guarded move and its event; undefined when the row has moved since. */
export function moveAndRecord(
  ctx: Context,
  row: TransactionRow,
  to: TransactionState,
  facts: TransactionFacts = {},
): Promise<TransactionRow | undefined> {
  return inTransaction(ctx.db, (tx) => moveInside(ctx, tx, row, to, facts))
}

/** The same inside a transaction that is open already. A move is what a look that succeeded found. */
export async function moveInside(
  ctx: Context,
  tx: Transaction,
  row: TransactionRow,
  to: TransactionState,
  facts: TransactionFacts = {},
): Promise<TransactionRow | undefined> {
  const moved = await moveTransaction(tx, row, to, { reconciling: false, ...facts })
  if (!moved) return undefined
  await recordEvent(tx, {
    actor: ctx.actor,
    subject: { type: 'transaction', id: row.id },
    userId: row.userId,
    name: movedTo('transaction', to),
    from: row.state,
    to,
    evidence: evidenceOf(row, facts),
  })
  return moved
}

/** The same for a row that this transaction has locked; it fails only where the table of states is wrong, and loudly. */
export async function moveLocked(
  ctx: Context,
  tx: Transaction,
  row: TransactionRow,
  to: TransactionState,
  facts: TransactionFacts = {},
): Promise<void> {
  if (!(await moveInside(ctx, tx, row, to, facts)))
    throw new Error(`transaction ${row.id} did not move from ${row.state} to ${to}`)
}

function evidenceOf(row: TransactionRow, facts: TransactionFacts): Record<string, unknown> {
  const evidence: Record<string, unknown> = { purpose: row.purpose }
  const hash = facts.transactionHash ?? row.transactionHash
  if (hash) evidence.transaction_hash = hash
  if (facts.challengeId) evidence.challenge_id = facts.challengeId
  if (facts.providerTransactionId) evidence.provider_transaction_id = facts.providerTransactionId
  if (facts.blockNumber) evidence.block_number = facts.blockNumber.toString()
  if (facts.failureCode) evidence.failure = facts.failureCode
  return evidence
}

/** Notes what a look found that changes no state. */
export function note(ctx: Context, row: TransactionRow, facts: TransactionFacts): Promise<TransactionRow | undefined> {
  return inTransaction(ctx.db, (tx) => noteTransaction(tx, row, { reconciling: false, ...facts }))
}
