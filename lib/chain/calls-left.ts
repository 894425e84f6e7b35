import type { PublicClient } from 'viem'
import type { Address } from '#lib/ports/chain.ts'
import { largestCall } from './simulate.ts'

/** How many of the largest calls the account's native money pays for at present fees, rounded down. */
export async function callsLeft(client: PublicClient, address: Address): Promise<bigint> {
  const [balance, price] = await Promise.all([client.getBalance({ address, blockTag: 'latest' }), client.getGasPrice()])
  return balance / (largestCall * (price > 0n ? price : 1n))
}
