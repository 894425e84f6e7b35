import { followHeads } from '#lib/chain/heads.ts'
import { openRpc } from '#lib/chain/rpc.ts'

/** A node that is asked as often as it takes, and of which nothing is kept. */
export function openNode(url: string) {
  const client = openRpc({ url, requestsPerSecond: 10_000, batchSize: 1 })
  return { client, heads: followHeads(client, { confirmations: 0, maxAgeMs: 0 }) }
}
