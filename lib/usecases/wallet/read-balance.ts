import type { WalletRow } from '#lib/data/wallets.ts'
import { Failure } from '#lib/domain/failure.ts'
import { requireProviderSession } from '../auth/provider-session.ts'
import { type Context, requireCapability } from '../context.ts'
import { requireWallet } from './require-wallet.ts'

export type Balance = { wallet: WalletRow; units: bigint; block: bigint }

/** The token balance at one block, after the provider confirmed that the wallet is still this person's. */
export async function readBalance(ctx: Context): Promise<Balance> {
  const user = requireCapability(ctx, 'client')
  const wallet = await requireWallet(ctx, user.userId)
  const session = await requireProviderSession(ctx, user.userId)
  const listed = await ctx.wallets.listWallets(session.userToken)
  const same = listed.find((candidate) => candidate.id === wallet.providerWalletId)
  if (same?.address !== wallet.address || same.blockchain !== wallet.blockchain) {
    throw new Failure('wallet_mismatch', 'The provider no longer lists this wallet for this account.')
  }
  return { wallet, ...(await ctx.chain.balance(wallet.address)) }
}
