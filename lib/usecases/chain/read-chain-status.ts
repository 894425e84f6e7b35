import { type CursorRow, type EffectiveBlock, findCursor, listEffectiveBlocks } from '../../data/chain-index.ts'
import { Failure } from '../../domain/failure.ts'
import type { Block, Hash } from '../../ports/chain.ts'
import type { Context } from '../context.ts'

/** A block whose events had effect here; `now` is the hash at that height on chain, null where the node has no block. */
export type BlockEvidence = EffectiveBlock & { now: Hash | null }

export type ChainStatus = {
  cursor: CursorRow
  latest: Block
  final: Block
  /** The newest blocks whose events had effect here, newest first. */
  evidence: BlockEvidence[]
}

const evidenceMax = 100

/** What the indexer recorded, beside what the chain says now. Throws `state_conflict` before the indexer's first step. */
export async function readChainStatus(ctx: Context): Promise<ChainStatus> {
  await ctx.chain.assertSameChain()
  const cursor = await findCursor(ctx.db, ctx.chain.chainId)
  if (!cursor) throw new Failure('state_conflict', 'The indexer has not read this chain yet.')
  const [latest, final] = [await ctx.chain.latestBlock(), await ctx.chain.finalBlock()]
  const evidence: BlockEvidence[] = []
  for (const block of await listEffectiveBlocks(ctx.db, evidenceMax))
    evidence.push({ ...block, now: await ctx.chain.agreedHash(block.number) })
  return { cursor, latest, final, evidence }
}

/** Blocks with events that had effect and are not on chain, as far as the node shows. */
export function contradictions({ evidence }: ChainStatus): BlockEvidence[] {
  return evidence.filter(({ hash, now }) => hash !== now)
}
