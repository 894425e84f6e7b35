import { findTransaction, type TransactionRow } from '../../data/transactions.ts'
import { Failure, isFailure } from '../../domain/failure.ts'
import { isLive, type LiveTransactionState } from '../../domain/transaction.ts'
import { requireProviderSession } from '../auth/provider-session.ts'
import type { Context } from '../context.ts'
import { confirmCreation, followChallenge } from './follow-challenge.ts'
import { followOnChain } from './follow-on-chain.ts'
import { followSubmission } from './follow-submission.ts'
import { issueChallenge } from './issue-challenge.ts'
import { note } from './move.ts'
import { settleByChain } from './settle-by-chain.ts'

type Step = (ctx: Context, row: TransactionRow) => Promise<TransactionRow | undefined>

const steps: Record<LiveTransactionState, Step> = {
  INTENT: repeatRequest,
  CHALLENGE_ISSUED: followChallenge,
  SUBMITTED: followSubmission,
  BROADCAST: followOnChain,
  CONFIRMING: followOnChain,
}

/**
 * Brings a transaction to what the provider and the chain say now. Safe to call at any time, any number of times:
 * every move is guarded and nothing is ever sent under a second key. Throws when neither could tell; the transaction is
 * `reconciling` from then on until a look succeeds.
 */
export async function reconcileTransaction(ctx: Context, id: string): Promise<TransactionRow> {
  const found = await findTransaction(ctx.db, id)
  if (!found) throw new Failure('not_found', 'There is no such transaction.')
  let row: TransactionRow = found
  // Where sources name hashes in turn, a later look finds out which of them is mined.
  const seen = new Set<string>()
  while (isLive(row.state) && row.purpose !== 'OWNER_REGISTRATION' && !seen.has(placeOf(row))) {
    seen.add(placeOf(row))
    row = (await look(ctx, row, steps[row.state])) ?? (await findTransaction(ctx.db, id)) ?? row
  }
  return row
}

function placeOf({ state, transactionHash }: TransactionRow): string {
  return `${state}/${transactionHash}`
}

async function look(ctx: Context, row: TransactionRow, step: Step): Promise<TransactionRow | undefined> {
  try {
    const after = (await step(ctx, row)) ?? (await settleByChain(ctx, row))
    return after ?? (row.reconciling ? await note(ctx, row, {}) : undefined)
  } catch (error) {
    if (!isFailure(error)) throw error
    const settled = await settleByChain(ctx, row).catch(ignoreFailure)
    if (settled) return settled
    // Ignored because a row that has moved on was read successfully by another look. An older release noted no time.
    if (!row.reconciling || row.unansweredSince === null) await note(ctx, row, { reconciling: true })
    throw error
  }
}

async function repeatRequest(ctx: Context, row: TransactionRow): Promise<TransactionRow> {
  const created = row.purpose === 'WALLET_CREATION' ? await confirmCreation(ctx, row) : undefined
  if (created) return created
  const session = await requireProviderSession(ctx, row.userId)
  return (await issueChallenge(ctx, row, session)).transaction
}

function ignoreFailure(error: unknown): undefined {
  if (!isFailure(error)) throw error
}
