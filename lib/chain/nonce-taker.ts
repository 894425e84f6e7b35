import type { Operator } from '../ports/operator.ts'
import { NodeLacksError } from './agreement.ts'
import type { Heads } from './chain-heads.ts'
import type { Nodes } from './chain-nodes.ts'
import { findReceipt } from './find-receipt.ts'

/**
 * Finds the final block in which a nonce was taken, by how many transactions the account had there, and looks whether it
 * holds one of these transactions. Names the nodes that have the block and no receipt of it.
 */
export function nonceTakerReader(nodes: Nodes, heads: Heads): Operator['nonceTaker'] {
  return async ({ signer, nonce, signed }) => {
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
    if (!found.own) return 'another'
    await nameWithout(nodes, found.own, found.block.number)
    return 'own'
  }
}

/** The first block of which it is true; it is true of `last` and of every block from the first one on. */
async function firstBlock(isTrue: (block: bigint) => Promise<boolean>, last: bigint): Promise<bigint> {
  let [below, at] = [last, last]
  for (let back = 1n; below === at; back *= 2n) {
    below = at > back ? at - back : 0n
    if (!(await isTrue(below))) break
    if (below === 0n) throw new NodeLacksError('It says that an account had sent transactions before the first block.')
    at = below
  }
  while (at - below > 1n) {
    const middle = (at + below) / 2n
    if (await isTrue(middle)) at = middle
    else below = middle
  }
  return at
}

async function nameWithout(nodes: Nodes, hash: `0x${string}`, block: bigint): Promise<void> {
  const read = await nodes.each(async (client, node) => ({ node, receipt: await findReceipt(client, hash) }))
  for (const { node, receipt } of read)
    if (!receipt) node.health.fail('lacks', `It has no receipt of a transaction that block ${block} holds.`, 'named')
}
