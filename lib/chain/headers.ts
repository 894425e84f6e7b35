import { BlockNotFoundError, type PublicClient, type Block as RpcBlock } from 'viem'
import type { Block, Head } from '../ports/chain.ts'
import { isUnknownBlock } from './revert.ts'

const parallelHeaders = 64

export type Header = RpcBlock<bigint, false, 'latest'>

/** The headers from `from` on, up to `to` or to the first block that the node does not have; `newest` is not asked again. */
export async function readHeaders(client: PublicClient, from: bigint, to: bigint, newest?: Header): Promise<Header[]> {
  const headers: Header[] = []
  for (let first = from; first <= to; first += BigInt(parallelHeaders)) {
    const length = Math.min(parallelHeaders, Number(to - first) + 1)
    const numbers = Array.from({ length }, (_, index) => first + BigInt(index))
    const reads = numbers.map((number) => (number === newest?.number ? newest : findHeader(client, number)))
    for (const header of await Promise.all(reads)) {
      if (!header) return headers
      headers.push(header)
    }
  }
  return headers
}

/** Null for a block that the node does not have. */
export async function findHeader(client: PublicClient, number: bigint): Promise<Header | null> {
  try {
    return await client.getBlock({ blockNumber: number })
  } catch (error) {
    if (error instanceof BlockNotFoundError || isUnknownBlock(error)) return null
    throw error
  }
}

export function toHead(header: Header): Head {
  return { ...toBlock(header), parentHash: header.parentHash }
}

export function toBlock({ number, hash, timestamp }: RpcBlock<bigint, boolean, 'latest' | 'finalized'>): Block {
  return { number, hash, timestamp }
}
