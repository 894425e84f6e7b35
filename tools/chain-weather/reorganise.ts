import type { Hex } from 'viem'
import type { NodeClient } from '../../sandbox/chain/node-client.ts'

/**
 * Replaces the newest blocks by as many others. Their transactions are mined again, all in the last one, as they would be
 * from the pool of a network.
 */
export async function reorganise(node: NodeClient, depth: number): Promise<void> {
  const newest = await node.getBlockNumber()
  const again: [Hex, number][] = []
  for (let number = newest - BigInt(depth) + 1n; number <= newest; number += 1n) {
    const { transactions } = await node.getBlock({ blockNumber: number })
    for (const hash of transactions) again.push([await readRaw(node, hash), depth - 1])
  }
  await node.request({ method: 'anvil_reorg' as never, params: [depth, again] as never })
}

function readRaw(node: NodeClient, hash: Hex): Promise<Hex> {
  return node.request({ method: 'eth_getRawTransactionByHash' as never, params: [hash] as never })
}
