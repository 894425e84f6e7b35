import { Failure } from '../../domain/failure.ts'
import type { Block, Hash, Head } from '../../ports/chain.ts'
import type { Context } from '../context.ts'

/** The newest stored block that is still canonical, -1 if none is, and the hash of its successor on the new branch. */
export type Fork = { ancestor: bigint; hash: Hash }

/**
 * Undefined while the stored branch is canonical. A block that the node does not have tells nothing; but a head
 * that is lower than the newest stored block and later cannot be below it on one branch.
 */
export async function findFork(ctx: Context, newestFirst: readonly Block[], head: Head): Promise<Fork | undefined> {
  const [newest] = newestFirst
  const hasGoneBack = newest !== undefined && head.number < newest.number && head.timestamp > newest.timestamp
  let hash: Hash | undefined = hasGoneBack ? head.hash : undefined
  for (const block of newestFirst.filter(({ number }) => !hasGoneBack || number <= head.number)) {
    const canonical = await ctx.chain.block(block.number)
    if (canonical?.hash === block.hash) return hash && { ancestor: block.number, hash }
    if (!canonical && hash)
      throw new Failure('chain_unavailable', 'The chain changed while it was read.', { retryAfterSeconds: 2 })
    hash = canonical?.hash
  }
  return hash && { ancestor: -1n, hash }
}
