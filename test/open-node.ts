import { followHeads } from '#lib/chain/heads.ts'
import { openNodes } from '#lib/chain/nodes.ts'

/** Nodes that are asked as often as they take, and of which nothing is kept. Tests may change single fields of their blocks. */
export function openNode(...urls: string[]) {
  const nodes = openNodes({ urls, requestsPerSecond: 10_000, batchSize: 1, aloneSeconds: 0, headers: 'other' })
  return { nodes, heads: followHeads(nodes, { confirmations: 0, maxAgeMs: 0, lagSeconds: 30 }) }
}
