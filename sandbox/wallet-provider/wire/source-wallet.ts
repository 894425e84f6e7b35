import { z } from 'zod'
import type { Provider } from '../provider.ts'
import { findWallet, findWalletByAddress, type Wallet } from '../store/wallets.ts'
import { WireError } from './errors.ts'

export const evmAddress = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address')

/** A wallet named by its id, or by its address and chain. */
export const sourceFields = {
  walletId: z.uuid().optional(),
  walletAddress: evmAddress.optional(),
  blockchain: z.string().optional(),
}
export type Source = {
  walletId?: string | undefined
  walletAddress?: string | undefined
  blockchain?: string | undefined
}

/** The holder's own wallet that a request names in one of the two ways, but not in both. */
export function requireSource(provider: Provider, holderId: string, source: Source): Wallet {
  const { walletId, walletAddress, blockchain } = source
  if (walletId && (walletAddress || blockchain)) throw new WireError(155244)
  if (blockchain && blockchain !== provider.blockchain) throw new WireError(155225)
  const wallet = walletId
    ? findWallet(provider.db, holderId, walletId.toLowerCase())
    : findWalletByAddress(provider.db, holderId, walletAddress ?? '')
  if (!wallet) throw new WireError(156001)
  return wallet
}
