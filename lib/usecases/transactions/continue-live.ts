import type { TransactionRow } from '#lib/data/transactions.ts'
import { clientAction } from '#lib/domain/action.ts'
import { Failure } from '#lib/domain/failure.ts'
import { isLive } from '#lib/domain/transaction.ts'
import { requireProviderSession } from '../auth/provider-session.ts'
import type { Context } from '../context.ts'
import { type IssuedChallenge, issueChallenge } from './issue-challenge.ts'
import { reconcileTransaction } from './reconcile-transaction.ts'

/**
 * The challenge of a live transaction, so that a reload, a second tab or a repeated request meets the same one. Looks
 * first: undefined when it has just ended, so that another one may be made; refused once it was approved.
 */
export async function continueLive(ctx: Context, live: TransactionRow): Promise<IssuedChallenge | undefined> {
  const row = await reconcileTransaction(ctx, live.id)
  if (row.state === 'INTENT' || row.state === 'CHALLENGE_ISSUED')
    return issueChallenge(ctx, row, await requireProviderSession(ctx, row.userId))
  if (!isLive(row.state) && row.state !== 'CONFIRMED') return undefined
  const purpose = row.purpose.toLowerCase().replace('_', ' ')
  const done = row.state === 'CONFIRMED' ? 'has landed already' : 'was approved and is on its way'
  throw new Failure('state_conflict', `The ${purpose} transaction ${done}.`, {
    nextActions: [
      clientAction('follow_transaction', 'Follow the transaction.', 'GET', `/api/v1/client/transactions/${row.id}/`),
    ],
  })
}
