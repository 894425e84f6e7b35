import type { PublicClient } from 'viem'
import type { Address } from '../ports/chain.ts'
import type { Fuel } from '../ports/operator.ts'
import type { Nodes } from './chain-nodes.ts'
import { askedBy, readAsked } from './fees.ts'
import { upperMiddle } from './middle.ts'

/** The account's native money, and what a call would be signed for now: never more than the ceiling. */
export async function readFuel(nodes: Pick<Nodes, 'each'>, address: Address, ceiling: bigint): Promise<Fuel> {
  const [balance, { most }] = await Promise.all([readBalance(nodes, address), readAsked(nodes, ceiling)])
  return { balance, price: most < ceiling ? most : ceiling }
}

/** The same, as one node says. */
export async function readFuelAt(client: PublicClient, address: Address, ceiling: bigint): Promise<Fuel> {
  const [balance, { most }] = await Promise.all([client.getBalance({ address }), askedBy(client)])
  return { balance, price: most < ceiling ? most : ceiling }
}

/**
 * The account's native money as the node in the middle tells it, of two the one that tells more: a transaction that cannot be
 * paid for is refused and nothing is lost, while a key that believes a single node would wait for money that it has.
 */
export async function readBalance(nodes: Pick<Nodes, 'each'>, address: Address): Promise<bigint> {
  const balances = await nodes.each((node) => node.getBalance({ address, blockTag: 'latest' }))
  return upperMiddle(balances, (balance) => balance)
}
