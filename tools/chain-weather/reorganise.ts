import { setTimeout as wait } from 'node:timers/promises'
import type { Hex } from 'viem'
import type { NodeClient } from '#sandbox/chain/node-client.ts'

/**
 * Replaces the newest blocks by as many others. Their transactions are mined again, all in the last one, as they would be
 * from the pool of a network. Throws when the node lost a block by it.
 */
export async function reorganise(node: NodeClient, depth: number): Promise<void> {
  // A block that the node mines while it does so would leave a height without a block.
  await node.setAutomine(false)
  try {
    await untilStill(node)
    await replaceNewest(node, depth)
  } finally {
    await node.setAutomine(true)
  }
}

/** Until the blocks that were being mined are there. */
async function untilStill(node: NodeClient): Promise<void> {
  let newest = await node.getBlockNumber()
  for (;;) {
    await wait(100)
    const now = await node.getBlockNumber()
    if (now === newest) return
    newest = now
  }
}

async function replaceNewest(node: NodeClient, depth: number): Promise<void> {
  const newest = await node.getBlockNumber()
  const again: [Hex, number][] = []
  for (let number = newest - BigInt(depth) + 1n; number <= newest; number += 1n) {
    const { transactions } = await node.getBlock({ blockNumber: number })
    for (const hash of transactions) again.push([await readRaw(node, hash), depth - 1])
  }
  await node.request({ method: 'anvil_reorg' as never, params: [depth, again] as never })
  for (let number = newest - BigInt(depth); number <= newest; number += 1n) await node.getBlock({ blockNumber: number })
}

function readRaw(node: NodeClient, hash: Hex): Promise<Hex> {
  return node.request({ method: 'eth_getRawTransactionByHash' as never, params: [hash] as never })
}
