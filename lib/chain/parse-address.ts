import { getAddress } from 'viem'
import type { Address } from '#lib/ports/chain.ts'

/** The address in lower case if it is well formed and its EIP-55 checksum, when it has one, is right. */
export function parseAddress(text: string): Address | undefined {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return undefined
  const lower = lowerAddress(text)
  const digits = text.slice(2)
  const hasChecksum = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  return hasChecksum && getAddress(lower) !== text ? undefined : lower
}

/** Lower case is the one form in which addresses are kept and compared. */
export function lowerAddress(address: string): Address {
  return `0x${address.slice(2).toLowerCase()}`
}
