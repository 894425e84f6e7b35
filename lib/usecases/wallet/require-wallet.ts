import { findWallet, type WalletRow } from '../../data/wallets.ts'
import { Failure } from '../../domain/failure.ts'
import { firstSteps } from '../../domain/first-steps.ts'
import { at, type Step, step } from '../../domain/step.ts'
import type { Context } from '../context.ts'

/** The person's verified wallet, or `wallet_missing` with the way to it. */
export async function requireWallet(ctx: Context, userId: string): Promise<WalletRow> {
  const wallet = await findWallet(ctx.db, userId)
  if (wallet) return wallet
  throw walletMissing([step('client', 'sync_wallet', 'Verify a wallet that was created already.', at('syncWallet'))])
}

/** The refusal for a person without a wallet; `others` are ways to one beside its creation. */
export function walletMissing(others: readonly Step[] = []): Failure {
  return new Failure('wallet_missing', 'There is no verified wallet yet.', {
    nextActions: [firstSteps.createWallet, ...others],
  })
}
