import { Failure } from '#lib/domain/failure.ts'
import type { ProviderWallet } from '#lib/ports/wallets.ts'

/**
 * The smart account on the configured chain among what the provider lists for one person; undefined when there is none
 * yet. Throws `wallet_mismatch` when only wallets of another chain or kind exist.
 */
export function suitableWallet(wallets: readonly ProviderWallet[], blockchain: string): ProviderWallet | undefined {
  const suitable = wallets.find((wallet) => wallet.blockchain === blockchain && wallet.accountType === 'SCA')
  if (suitable) return suitable
  const [other] = wallets
  if (!other) return undefined
  throw new Failure(
    'wallet_mismatch',
    `The provider lists a ${other.accountType} wallet on ${other.blockchain}; a smart account on ${blockchain} is needed.`,
  )
}
