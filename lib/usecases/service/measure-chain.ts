import { findCursor, listBlocks } from '../../data/chain-index.ts'
import { headAgeOf, newestKnown, readableOf } from '../chain/head-age.ts'
import type { Context } from '../context.ts'

export type ChainMeasures = {
  headBlock: bigint
  headAge: number
  isHeadOld: boolean
  /** How far the indexer is behind the newest block that it may read; null before its first step. */
  lagBlocks: bigint | null
  lagSeconds: bigint | null
}

/** How the chain's newest block compares with this machine's clock and with the indexer. */
export async function measureChain(ctx: Context): Promise<ChainMeasures> {
  const [heard, readable, cursor, [newest]] = await Promise.all([
    ctx.chain.latestBlock(),
    readableOf(ctx),
    findCursor(ctx.db, ctx.chain.chainId),
    listBlocks(ctx.db, 1),
  ])
  const head = newestKnown(heard, newest)
  const reachable = readable ?? head
  return {
    headBlock: head.number,
    ...headAgeOf(ctx, head),
    lagBlocks: cursor ? atLeastZero(reachable.number - cursor.indexedBlock) : null,
    lagSeconds: newest ? atLeastZero(reachable.timestamp - newest.timestamp) : null,
  }
}

/** The indexer may have moved on between the two readings, or be on another branch for a moment. */
function atLeastZero(difference: bigint): bigint {
  return difference > 0n ? difference : 0n
}
