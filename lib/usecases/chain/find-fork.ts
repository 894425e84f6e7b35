import { Failure } from '#lib/domain/failure.ts'
import type { Block, Hash } from '#lib/ports/chain.ts'
import type { Context } from '../context.ts'

/** The newest stored block that is still canonical, -1 if none is, and the hash of its successor on the new branch. */
export type Fork = { ancestor: bigint; hash: Hash }

/** Undefined while the stored branch is canonical. A block that the node does not have tells nothing. */
export async function findFork(ctx: Context, newestFirst: readonly Block[]): Promise<Fork | undefined> {
  let hash: Hash | undefined
  for (const block of newestFirst) {
    const canonical = await ctx.chain.block(block.number)
    if (canonical?.hash === block.hash) return hash && { ancestor: block.number, hash }
    if (!canonical && hash)
      throw new Failure('chain_unavailable', 'The chain changed while it was read.', { retryAfterSeconds: 2 })
    hash = canonical?.hash
  }
  return hash && { ancestor: -1n, hash }
}
