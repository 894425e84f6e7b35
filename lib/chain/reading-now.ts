import type { PublicClient } from 'viem'
import type { Heads } from './chain-heads.ts'
import type { Nodes } from './chain-nodes.ts'
import { patiently } from './patiently.ts'

type Read<T> = (client: PublicClient, blockNumber?: bigint) => Promise<T>

/**
 * Reads as of the newest block: `heard` as one node says it while no other answers, `agreed` as two say it alike. A single
 * node is read as it is.
 */
export function readingNow(nodes: Nodes, heads: Heads) {
  const by =
    (way: 'heard' | 'agree') =>
    async <T>(read: Read<T>): Promise<T> => {
      if (nodes.all.length === 1) return read(nodes.client)
      const { number } = await heads.latest()
      return patiently(() => nodes[way]((node) => read(node, number)))
    }
  return { heard: by('heard'), agreed: by('agree') }
}
