import { inTransaction, isUniqueViolation } from '#lib/data/database.ts'
import { findLiveTransaction, insertTransaction, type TransactionRow } from '#lib/data/transactions.ts'
import type { WalletRow } from '#lib/data/wallets.ts'
import { findWallet } from '#lib/data/wallets.ts'
import { requireProviderSession } from '../auth/provider-session.ts'
import { type Context, requireCapability } from '../context.ts'
import { type IssuedChallenge, issueChallenge } from '../transactions/issue-challenge.ts'
import { suitableWallet } from './suitable-wallet.ts'
import { syncWallet } from './sync-wallet.ts'

export type WalletInitialization = { status: 'exists'; wallet: WalletRow } | ({ status: 'challenge' } & IssuedChallenge)

/** The wallet when the provider has one, or the one live challenge that creates it. */
export async function initializeWallet(ctx: Context): Promise<WalletInitialization> {
  const user = requireCapability(ctx, 'client')
  const known = await findWallet(ctx.db, user.userId)
  if (known) return { status: 'exists', wallet: known }

  const session = await requireProviderSession(ctx, user.userId)
  const listed = suitableWallet(await ctx.wallets.listWallets(session.userToken), ctx.wallets.blockchain)
  if (listed) return { status: 'exists', wallet: await syncWallet(ctx) }

  const intent = await creationIntent(ctx, user.userId)
  return { status: 'challenge', ...(await issueChallenge(ctx, intent, session)) }
}

async function creationIntent(ctx: Context, userId: string): Promise<TransactionRow> {
  const query = { purpose: 'WALLET_CREATION', userId } as const
  const live = await findLiveTransaction(ctx.db, query)
  if (live) return live
  const row = {
    userId,
    purpose: 'WALLET_CREATION',
    chainId: ctx.chain.chainId,
    expectedAction: 'createWallet',
  } as const
  try {
    return await inTransaction(ctx.db, (tx) => insertTransaction(tx, row))
  } catch (error) {
    const winner = isUniqueViolation(error) ? await findLiveTransaction(ctx.db, query) : undefined
    if (winner) return winner
    throw error
  }
}
