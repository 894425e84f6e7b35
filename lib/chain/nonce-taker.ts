import type { Hash } from '../ports/chain.ts'
import type { Operator } from '../ports/operator.ts'
import type { Heads } from './chain-heads.ts'
import type { Nodes } from './chain-nodes.ts'
import { findReceipt } from './find-receipt.ts'
import { firstBlock } from './first-block.ts'

type Taken = Parameters<Operator['nonceTaker']>[0]
type Own = { hash: Hash; block: bigint }

/**
 * Finds the final block in which a nonce was taken, by how many transactions the account had there, and looks whether it
 * holds one of these transactions. Names, whenever it is asked, the nodes that have the block and no receipt of it.
 */
export function nonceTakerReader(nodes: Nodes, heads: Heads): Operator['nonceTaker'] {
  /** Of the nonce that was asked about last: what a final block holds stays so. */
  let known: (Own & { nonce: number }) | undefined
  return async ({ signer, nonce, signed }) => {
    const isKnown = known?.nonce === nonce && signed.some(({ transactionHash }) => transactionHash === known?.hash)
    const taker = (isKnown && known) || (await findTaker(nodes, heads, { signer, nonce, signed }))
    if (typeof taker === 'string') return taker
    known = { ...taker, nonce }
    await nameWithout(nodes, taker)
    return 'own'
  }
}

async function findTaker(
  nodes: Nodes,
  heads: Heads,
  { signer, nonce, signed }: Taken,
): Promise<Own | 'another' | 'none'> {
  const { number: final } = await heads.final()
  const found = await nodes.agree(async (client) => {
    const count = (blockNumber: bigint) => client.getTransactionCount({ address: signer, blockNumber })
    if ((await count(final)) <= nonce) return null
    const isTaken = async (block: bigint) => (await count(block)) > nonce
    const { hash, number, transactions } = await client.getBlock({ blockNumber: await firstBlock(isTaken, final) })
    const own = signed.find(({ transactionHash }) => transactions.includes(transactionHash))
    return { block: { hash, number }, own: own?.transactionHash }
  })
  if (!found) return 'none'
  return found.own ? { hash: found.own, block: found.block.number } : 'another'
}

async function nameWithout(nodes: Nodes, { hash, block }: Own): Promise<void> {
  const read = await nodes.each(async (client, node) => ({ node, receipt: await findReceipt(client, hash) }))
  for (const { node, receipt } of read)
    if (!receipt) node.health.fail('lacks', `It has no receipt of a transaction that block ${block} holds.`, 'named')
}
