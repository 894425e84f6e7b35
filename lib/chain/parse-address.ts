import { getAddress } from 'viem'
import type { Address } from '../ports/chain.ts'

/**
 * The address in lower case if it is well formed and either all lower case or its EIP-55 checksum. All upper case is no way
 * around the checksum: some checksummed addresses have no small letter, and a typo in one would pass.
 */
export function parseAddress(text: string): Address | undefined {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return undefined
  const lower = lowerAddress(text)
  return text === lower || text === getAddress(lower) ? lower : undefined
}

/** Lower case is the one form in which addresses are kept and compared. */
export function lowerAddress(address: string): Address {
  return `0x${address.slice(2).toLowerCase()}`
}
