import { BlockNotFoundError, type PublicClient } from 'viem'
import { Failure } from '../domain/failure.ts'
import type { Block } from '../ports/chain.ts'
import type { Heads } from './chain-heads.ts'
import type { Nodes } from './chain-nodes.ts'
import type { finalLag } from './final-lag.ts'
import { toBlock } from './headers.ts'
import { isAskedTooOften, rpcAnswer } from './revert.ts'

type FinalReading = {
  confirmations: bigint
  noteLag: ReturnType<typeof finalLag>
  /** Is given the highest number that any node calls final. */
  noteClaim: (number: bigint) => void
}

/**
 * The newest final block; with several nodes, the newest that two of them call final and know under the same hash, or
 * that of a node that is believed alone.
 */
export async function readFinalHead(
  nodes: Nodes,
  heads: Heads,
  { confirmations, noteLag, noteClaim }: FinalReading,
): Promise<Block> {
  const [only] = nodes.all
  if (only && nodes.all.length === 1) return readFinal(only.client, heads, confirmations)
  const latest = heads.latest()
  const readTag = async (client: PublicClient) => toBlock(await client.getBlock({ blockTag: 'finalized' }))
  const readings = await nodes.several(readTag, nodes.lone() ? 1 : 2)
  for (const { one, outcome } of readings)
    if (outcome?.status === 'rejected' && hasNone(outcome.reason))
      one.health.fail('lacks', 'It does not tell its final block.')
  const outcomes = readings.map(({ outcome }) => outcome)
  const tagged = outcomes.flatMap((block) => (block?.status === 'fulfilled' ? [block.value] : []))
  const [first, last] = tagged.toSorted((a, b) => Number(b.number - a.number))
  if (first) noteClaim(first.number)
  const second = nodes.lone() ? first : last
  if (!second) {
    const cause = outcomes.find((block) => block?.status === 'rejected')?.reason
    const message = 'Two nodes have to agree on the final block, and fewer tell theirs.'
    throw new Failure('chain_unavailable', message, { retryAfterSeconds: 2, cause })
  }
  const newest = await latest
  const finals = readings.flatMap(({ one, outcome }) =>
    outcome?.status === 'fulfilled' ? [{ node: one, number: outcome.value.number }] : [],
  )
  noteLag(finals, newest.number)
  const number = min(second.number, deepEnough(newest, confirmations))
  // Nodes that keep step have said the same already.
  const level = tagged.filter((block) => block.number === second.number)
  const isAgreed = level.length > 1 && level.every(({ hash }) => hash === second.hash)
  if (isAgreed && number === second.number) return second
  const read = async (client: PublicClient) => toBlock(await client.getBlock({ blockNumber: number }))
  return heads.perBlock(`final ${number}`, () => nodes.agree(read))
}

/** The node answers that it has no final block, in whichever form. */
function hasNone(error: unknown): boolean {
  return error instanceof BlockNotFoundError || (rpcAnswer(error) !== undefined && !isAskedTooOften(error))
}

async function readFinal(client: PublicClient, heads: Heads, confirmations: bigint): Promise<Block> {
  const [finalized, latest] = await Promise.all([client.getBlock({ blockTag: 'finalized' }), heads.latest()])
  const number = deepEnough(latest, confirmations)
  if (finalized.number <= number) return toBlock(finalized)
  if (number === latest.number) return latest
  const parent = heads.parent()
  if (parent && parent.number === number && parent.hash === latest.parentHash) return parent
  const read = async () => toBlock(await client.getBlock({ blockNumber: number }))
  return heads.perBlock(`final ${number}`, read)
}

function deepEnough({ number }: Block, confirmations: bigint): bigint {
  return number > confirmations ? number - confirmations : 0n
}

const min = (a: bigint, b: bigint) => (a < b ? a : b)
