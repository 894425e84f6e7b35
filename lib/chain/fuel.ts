import type { PublicClient } from 'viem'
import type { Address } from '#lib/ports/chain.ts'
import type { Fuel } from '#lib/ports/operator.ts'
import { readAsked } from './fees.ts'

/** The account's native money, and what a call would be signed for now: never more than the ceiling. */
export async function readFuel(client: PublicClient, address: Address, ceiling: bigint): Promise<Fuel> {
  const [balance, { most }] = await Promise.all([client.getBalance({ address, blockTag: 'latest' }), readAsked(client)])
  return { balance, price: most < ceiling ? most : ceiling }
}
