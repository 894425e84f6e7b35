import { findTransaction, type TransactionRow } from '#lib/data/transactions.ts'
import { Failure } from '#lib/domain/failure.ts'
import { isLive, type LiveTransactionState } from '#lib/domain/transaction.ts'
import { requireProviderSession } from '../auth/provider-session.ts'
import type { Context } from '../context.ts'
import { followChallenge } from './follow-challenge.ts'
import { followOnChain } from './follow-on-chain.ts'
import { followSubmission } from './follow-submission.ts'
import { issueChallenge } from './issue-challenge.ts'

type Step = (ctx: Context, row: TransactionRow) => Promise<TransactionRow | undefined>

const steps: Record<LiveTransactionState, Step> = {
  INTENT: repeatRequest,
  CHALLENGE_ISSUED: followChallenge,
  SUBMITTED: followSubmission,
  BROADCAST: followOnChain,
  CONFIRMING: followOnChain,
}

/**
 * Brings a transaction to what the provider and the chain say now. Safe to call at any time, by anybody, any number of
 * times: every move is guarded and nothing is ever sent under a second key.
 */
export async function reconcileTransaction(ctx: Context, id: string): Promise<TransactionRow> {
  let row = await findTransaction(ctx.db, id)
  if (!row) throw new Failure('not_found', 'There is no such transaction.')
  while (isLive(row.state) && row.purpose !== 'OWNER_REGISTRATION') {
    const before: TransactionRow = row
    const after = await steps[row.state](ctx, before)
    if (!after || after.state === before.state) return after ?? (await findTransaction(ctx.db, id)) ?? before
    row = after
  }
  return row
}

async function repeatRequest(ctx: Context, row: TransactionRow): Promise<TransactionRow> {
  const session = await requireProviderSession(ctx, row.userId)
  return (await issueChallenge(ctx, row, session)).transaction
}
