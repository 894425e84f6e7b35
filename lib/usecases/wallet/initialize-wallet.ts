import { inTransaction, isUniqueViolation } from '../../data/database.ts'
import { findLiveTransaction, type TransactionRow } from '../../data/transactions.ts'
import { findWallet, type WalletRow } from '../../data/wallets.ts'
import { isLive } from '../../domain/transaction.ts'
import { requireProviderSession, withProviderSession } from '../auth/provider-session.ts'
import { type Context, requireCapability, requireRecentSignIn } from '../context.ts'
import { type IssuedChallenge, issueChallenge } from '../transactions/issue-challenge.ts'
import { insertIntent } from '../transactions/open-intent.ts'
import { reconcileTransaction } from '../transactions/reconcile-transaction.ts'
import { fittingWallets } from './fitting-wallet.ts'
import { syncWallet } from './sync-wallet.ts'

export type WalletInitialization = { status: 'exists'; wallet: WalletRow } | ({ status: 'challenge' } & IssuedChallenge)

/** The wallet when the provider has a suitable one, or the one live challenge that creates it. */
export async function initializeWallet(ctx: Context): Promise<WalletInitialization> {
  const user = requireCapability(ctx, 'client')
  const known = await findWallet(ctx.db, user.userId)
  if (known) return { status: 'exists', wallet: known }
  requireRecentSignIn(user)

  const wallets = await withProviderSession(ctx, user.userId, ({ userToken }) => ctx.wallets.listWallets(userToken))
  const isThere = fittingWallets(wallets, ctx.wallets.blockchain).length > 0
  const intent = isThere ? undefined : await creationIntent(ctx, user.userId)
  if (!intent) return { status: 'exists', wallet: await syncWallet(ctx) }
  const session = await requireProviderSession(ctx, user.userId)
  return { status: 'challenge', ...(await issueChallenge(ctx, intent, session)) }
}

/** The live intent as a fresh look found it, or a new one; none when the wallet has been created since. */
async function creationIntent(ctx: Context, userId: string): Promise<TransactionRow | undefined> {
  const query = { purpose: 'WALLET_CREATION', userId } as const
  const live = await findLiveTransaction(ctx.db, query)
  const row = live && (await reconcileTransaction(ctx, live.id))
  if (row && isLive(row.state)) return row
  if (row?.state === 'CONFIRMED') return undefined
  const { chainId } = ctx.chain
  try {
    return await inTransaction(ctx.db, (tx) =>
      insertIntent(ctx, tx, { ...query, chainId, expectedAction: 'createWallet' }),
    )
  } catch (error) {
    const winner = isUniqueViolation(error) ? await findLiveTransaction(ctx.db, query) : undefined
    if (winner) return winner
    throw error
  }
}
