import { findTransaction, type TransactionRow, type TransactionView } from '../../data/transactions.ts'
import { isLive } from '../../domain/transaction.ts'
import { requireProviderSession } from '../auth/provider-session.ts'
import type { Context } from '../context.ts'
import { type IssuedChallenge, issueChallenge } from './issue-challenge.ts'
import { reconcileTransaction } from './reconcile-transaction.ts'

/** `underway`: the client approved it already, so that nothing is left to approve. */
export type LiveAnswer =
  | ({ status: 'challenge' } & IssuedChallenge)
  | { status: 'underway'; transaction: TransactionView }

/**
 * The challenge of a live transaction, so that a reload, a second tab or a repeated request meets the same one; or the
 * transaction once it was approved, of which its client may not know yet. Looks first: undefined when it has just
 * ended, so that another one may be made.
 */
export async function continueLive(ctx: Context, live: TransactionRow): Promise<LiveAnswer | undefined> {
  const row = await reconcileTransaction(ctx, live.id)
  if (row.state === 'INTENT' || row.state === 'CHALLENGE_ISSUED') {
    const session = await requireProviderSession(ctx, row.userId)
    return { status: 'challenge', ...(await issueChallenge(ctx, row, session)) }
  }
  if (!isLive(row.state) && row.state !== 'CONFIRMED') return undefined
  const transaction = await findTransaction(ctx.db, row.id)
  if (!transaction) throw new Error(`transaction ${row.id} is gone`)
  return { status: 'underway', transaction }
}
