import { setTimeout as wait } from 'node:timers/promises'
import type { NodeClient } from '#sandbox/chain/node-client.ts'

/** When each block was mined, in milliseconds of this machine's clock. */
export type Blocks = { minedAt: ReadonlyMap<bigint, number>; gasUsed: () => number; stop: () => Promise<void> }

/** Mines a block every so many seconds and none in between, until stopped. */
export async function mineEvery(node: NodeClient, seconds: number): Promise<Blocks> {
  await node.setAutomine(false)
  const stop = new AbortController()
  const minedAt = new Map<bigint, number>()
  let share = 0
  const mine = async () => {
    let due = performance.now()
    while (!stop.signal.aborted) {
      due += seconds * 1_000
      await wait(Math.max(0, due - performance.now()), undefined, { signal: stop.signal }).catch(() => undefined)
      if (stop.signal.aborted) return
      await node.mine({ blocks: 1 })
      const { number, gasUsed, gasLimit } = await node.getBlock()
      minedAt.set(number, Date.now())
      share = Math.max(share, Number(gasUsed) / Number(gasLimit))
    }
  }
  const mining = mine()
  return {
    minedAt,
    gasUsed: () => share,
    stop: async () => {
      stop.abort()
      await mining
      await node.setAutomine(true)
    },
  }
}
