import type { DraftRow } from '../../data/drafts.ts'
import { findWallet } from '../../data/wallets.ts'
import type { Finding } from '../../domain/finding.ts'
import { amountText, budgetOf } from '../../domain/money.ts'
import { blocking, warning } from '../../domain/review.ts'
import type { Context } from '../context.ts'

/** What stands against paying for the draft. A low balance is only a warning: money may still come. */
export async function reviewWallet(ctx: Context, draft: DraftRow): Promise<Finding[]> {
  const wallet = await findWallet(ctx.db, draft.userId)
  if (!wallet) return [blocking('wallet_missing', '/wallet', 'There is no verified wallet.', 'Create the wallet.')]
  const findings: Finding[] = []
  if (!wallet.ownerRegisteredAt) {
    findings.push(
      blocking(
        'owner_not_registered',
        '/wallet',
        'Your wallet isn’t registered with the escrow yet.',
        'Wait a moment and review again.',
      ),
    )
  }
  const budget = budgetOf(draft)
  const { units } = await ctx.chain.balance(wallet.address)
  if (units < budget) {
    findings.push(
      warning(
        'balance_low',
        '/reward',
        `The wallet holds ${amountText(units)}; funding takes ${amountText(budget)}.`,
        'Add money before funding.',
      ),
    )
  }
  return findings
}
