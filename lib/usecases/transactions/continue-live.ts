import type { TransactionRow } from '#lib/data/transactions.ts'
import { clientAction } from '#lib/domain/action.ts'
import { Failure } from '#lib/domain/failure.ts'
import { requireProviderSession } from '../auth/provider-session.ts'
import type { Context } from '../context.ts'
import { type IssuedChallenge, issueChallenge } from './issue-challenge.ts'

/**
 * The challenge of a live transaction, so that a reload, a second tab or a repeated request meets the same one. Refused
 * once it was approved: then there is nothing left to approve.
 */
export async function continueLive(ctx: Context, live: TransactionRow): Promise<IssuedChallenge> {
  const isOpen = live.state === 'INTENT' || live.state === 'CHALLENGE_ISSUED'
  if (isOpen) return issueChallenge(ctx, live, await requireProviderSession(ctx, live.userId))
  throw new Failure('state_conflict', `The ${live.purpose.toLowerCase()} transaction was approved and is on its way.`, {
    nextActions: [
      clientAction('follow_transaction', 'Follow the transaction.', 'GET', `/api/v1/client/transactions/${live.id}/`),
    ],
  })
}
