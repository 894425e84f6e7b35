import { isAddress } from 'viem'
import { receiverErrors } from '#app/_text/withdrawals.ts'

/** What is wrong with an address that money is to go to; null for one that the service may take. */
export function checkReceiver(address: string): string | null {
  if (!isAddress(address)) return receiverErrors.malformed
  return /^0x0{36}/.test(address) ? receiverErrors.zero : null
}
