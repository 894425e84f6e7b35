import type { LedgerOwner } from '../../data/ledger-transactions.ts'
import { findWallet, type WalletRow } from '../../data/wallets.ts'
import type { Context } from '../context.ts'

export type LedgerAccount = LedgerOwner & { row: WalletRow | undefined }

/** The wallet whose ledger it is. */
export async function findAccount(ctx: Context, userId: string): Promise<LedgerAccount> {
  const row = await findWallet(ctx.db, userId)
  return { userId, wallet: row?.address ?? null, row }
}
