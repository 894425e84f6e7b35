import { findWallet, type WalletRow } from '../../data/wallets.ts'
import { type Action, clientAction } from '../../domain/action.ts'
import { Failure } from '../../domain/failure.ts'
import { firstSteps } from '../../domain/first-steps.ts'
import type { Context } from '../context.ts'

/** The person's verified wallet, or `wallet_missing` with the way to it. */
export async function requireWallet(ctx: Context, userId: string): Promise<WalletRow> {
  const wallet = await findWallet(ctx.db, userId)
  if (wallet) return wallet
  throw walletMissing([
    clientAction('sync_wallet', 'Verify a wallet that was created already.', 'POST', '/api/v1/client/wallet/sync/'),
  ])
}

/** The refusal for a person without a wallet; `others` are ways to one beside its creation. */
export function walletMissing(others: readonly Action[] = []): Failure {
  return new Failure('wallet_missing', 'There is no verified wallet yet.', {
    nextActions: [firstSteps.createWallet, ...others],
  })
}
