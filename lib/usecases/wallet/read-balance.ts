import type { WalletRow } from '../../data/wallets.ts'
import { withProviderSession } from '../auth/provider-session.ts'
import { type Context, requireCapability } from '../context.ts'
import { requireListed } from './fitting-wallet.ts'
import { requireWallet } from './require-wallet.ts'

export type Balance = { wallet: WalletRow; units: bigint; block: bigint }

/** The token balance at one block, after the provider confirmed that the wallet is still this person's. */
export async function readBalance(ctx: Context): Promise<Balance> {
  const user = requireCapability(ctx, 'client')
  const wallet = await requireWallet(ctx, user.userId)
  const listed = await withProviderSession(ctx, user.userId, ({ userToken }) => ctx.wallets.listWallets(userToken))
  requireListed(listed, wallet)
  return { wallet, ...(await ctx.chain.balance(wallet.address)) }
}
