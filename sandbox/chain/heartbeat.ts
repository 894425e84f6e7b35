import type { NodeClient } from './node-client.ts'

export type Heartbeat = { stop(): Promise<void> }

/**
 * Mines an empty block whenever the newest is a whole interval old. The escrow judges deadlines by the latest block's
 * timestamp, which on a node that mines only for transactions would stand still while nothing happens. A node that is
 * set to mine nothing is left alone.
 */
export function mineHeartbeat(node: NodeClient, intervalSeconds: number): Heartbeat {
  let stopped = false
  let beating = Promise.resolve()
  const beat = async () => {
    const { timestamp } = await node.getBlock()
    if (stopped || Date.now() / 1000 - Number(timestamp) < intervalSeconds) return
    if (await node.getAutomine()) await node.mine({ blocks: 1 })
  }
  const timer = setInterval(() => {
    // A node that is stopping or busy misses a beat; the next one makes up for it.
    beating = beating.then(beat).catch(() => undefined)
  }, intervalSeconds * 1000)
  return {
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await beating
    },
  }
}
