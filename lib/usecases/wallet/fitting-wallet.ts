import type { WalletRow } from '../../data/wallets.ts'
import { Failure } from '../../domain/failure.ts'
import { at, step } from '../../domain/step.ts'
import type { ProviderWallet } from '../../ports/wallets.ts'

/** The smart accounts on the configured chain among what the provider lists for one person. */
export function fittingWallets(wallets: readonly ProviderWallet[], blockchain: string): ProviderWallet[] {
  return wallets.filter((wallet) => wallet.blockchain === blockchain && wallet.accountType === 'SCA')
}

/** The known wallet as the provider lists it now. Throws `wallet_mismatch` when it does not, or lists it otherwise. */
export function requireListed(wallets: readonly ProviderWallet[], known: WalletRow): ProviderWallet {
  const listed = fittingWallets(wallets, known.blockchain).find((wallet) => wallet.id === known.providerWalletId)
  if (listed?.address === known.address) return listed
  throw new Failure('wallet_mismatch', 'The provider no longer lists this wallet for this account.', {
    nextActions: [
      step('client', 'sync_wallet', 'Verify the wallet again.', at('syncWallet')),
      step('client', 'sign_in', 'Sign in with the account that the wallet belongs to.'),
    ],
  })
}

/** The refusal of wallets of another chain or kind, when the provider lists no other. */
export function noneFits(wallets: readonly ProviderWallet[], blockchain: string): Failure {
  const found = wallets.map((wallet) => `a ${wallet.accountType} wallet on ${wallet.blockchain}`).join(', ')
  const text = `The provider lists ${found}; a smart account on ${blockchain} is needed.`
  return new Failure('wallet_mismatch', text, {
    nextActions: [step('client', 'create_wallet', 'Create the wallet that is needed.', at('initializeWallet'))],
  })
}
