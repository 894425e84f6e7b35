import type { PublicClient } from 'viem'
import type { Block, Hash } from '#lib/ports/chain.ts'
import { toBlock } from './headers.ts'

/** The newest blocks, asked for once for all parts of the program. */
export type Heads = {
  latest(): Promise<Block>
  /** The `finalized` tag, lowered to the configured number of confirmations. */
  final(): Promise<Block>
  /** Reads under that key again only after the newest block changed, or after ten seconds; never keeps `undefined` or null. */
  perBlock<T>(key: string, read: () => Promise<T>): Promise<T>
}

const perBlockMs = 10_000

/** `maxAgeMs` is how long a head is believed to be the newest; 0 asks each time, and keeps nothing. */
export function followHeads(client: PublicClient, options: { confirmations: number; maxAgeMs: number }): Heads {
  const { maxAgeMs } = options
  const latest = keepFor(maxAgeMs, async () => toBlock(await client.getBlock({ blockTag: 'latest' })))
  const final = keepFor(maxAgeMs, () => readFinal(client, heads, BigInt(options.confirmations)))
  let head: Hash | undefined
  const kept = new Map<string, () => Promise<unknown>>()
  const heads: Heads = {
    latest,
    final,
    perBlock: async <T>(key: string, read: () => Promise<T>): Promise<T> => {
      if (maxAgeMs === 0) return read()
      const { hash } = await latest()
      if (hash !== head) kept.clear()
      head = hash
      const known = kept.get(key) ?? keepFor(perBlockMs, read)
      kept.set(key, known)
      const value = await known()
      if (value === undefined || value === null) kept.delete(key)
      // Each key names one read, so what is kept under it has its type.
      return value as T
    },
  }
  return heads
}

async function readFinal(client: PublicClient, heads: Heads, confirmations: bigint): Promise<Block> {
  const [finalized, latest] = await Promise.all([client.getBlock({ blockTag: 'finalized' }), heads.latest()])
  const deepEnough = latest.number > confirmations ? latest.number - confirmations : 0n
  if (finalized.number <= deepEnough) return toBlock(finalized)
  if (deepEnough === latest.number) return latest
  const read = async () => toBlock(await client.getBlock({ blockNumber: deepEnough }))
  return heads.perBlock(`final ${deepEnough}`, read)
}

/** Reads at most once within that time; a failure is not kept. */
function keepFor<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let kept: { value: Promise<T>; at: number } | undefined
  return () => {
    if (kept && performance.now() - kept.at < ms) return kept.value
    const made = { value: read(), at: performance.now() }
    kept = made
    made.value.catch(() => {
      if (kept === made) kept = undefined
    })
    return made.value
  }
}
