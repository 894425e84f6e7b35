import { findWallet, type WalletRow } from '#lib/data/wallets.ts'
import { clientAction } from '#lib/domain/action.ts'
import { Failure } from '#lib/domain/failure.ts'
import type { Context } from '../context.ts'

/** The person's verified wallet, or `wallet_missing` with the way to it. */
export async function requireWallet(ctx: Context, userId: string): Promise<WalletRow> {
  const wallet = await findWallet(ctx.db, userId)
  if (wallet) return wallet
  throw new Failure('wallet_missing', 'There is no verified wallet yet.', {
    nextActions: [
      clientAction('create_wallet', 'Create the wallet.', 'POST', '/api/v1/client/wallet/initialize/'),
      clientAction('sync_wallet', 'Verify a wallet that was created already.', 'POST', '/api/v1/client/wallet/sync/'),
    ],
  })
}
