import type { PublicClient } from 'viem'
import type { Nodes } from './chain-nodes.ts'
import { keepFor } from './keep-for.ts'

/** What a node that is believed alone says is read again after this. */
const aloneMs = 10_000

/** Reads once what can never change, as two nodes say it alike. A failed read is not remembered. */
export function neverChanging<T>(nodes: Nodes, read: (client: PublicClient) => Promise<T>): () => Promise<T> {
  const readNow = keepFor(aloneMs, async () => {
    const value = await nodes.agree(read)
    if (nodes.lone() === undefined) known = { value }
    return value
  })
  let known: { value: T } | undefined
  return async () => known?.value ?? readNow()
}
