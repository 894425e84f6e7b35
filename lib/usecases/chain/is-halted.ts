import { findCursor } from '../../data/chain-index.ts'
import type { Context } from '../context.ts'

/** Whether the indexer waits for a person, so that what pages show of the chain no longer changes. */
export async function isHalted(ctx: Context): Promise<boolean> {
  const cursor = await findCursor(ctx.db, ctx.chain.chainId)
  return cursor !== undefined && cursor.haltedReason !== null
}
