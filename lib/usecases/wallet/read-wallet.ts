import type { WalletRow } from '../../data/wallets.ts'
import { type Context, requireCapability } from '../context.ts'
import { requireWallet } from './require-wallet.ts'

/** The client's wallet as last verified. */
export async function readWallet(ctx: Context): Promise<WalletRow> {
  return requireWallet(ctx, requireCapability(ctx, 'client').userId)
}
