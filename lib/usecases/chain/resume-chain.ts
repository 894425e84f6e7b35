import { moveCursor } from '../../data/chain-index.ts'
import { inTransaction } from '../../data/database.ts'
import { makeDueBecause } from '../../data/due-jobs.ts'
import { recordEvent } from '../../data/events.ts'
import { dispatchNotes } from '../../domain/dispatch-note.ts'
import { Failure } from '../../domain/failure.ts'
import type { Context } from '../context.ts'
import { forgetAbove } from './forget-above.ts'
import { contradictions, readChainStatus } from './read-chain-status.ts'

/**
 * Lets a halted indexer go on, once every block whose events had effect here is on chain again. Refuses with
 * `state_conflict` while one of them differs or is missing at the node, and when nothing is halted. The halt, the reason
 * to resume and the blocks that were compared are kept as an event. The token's transfers are read again from where the
 * branches part.
 */
export async function resumeChain(ctx: Context, { because }: { because: string }): Promise<void> {
  const status = await readChainStatus(ctx)
  const { haltedReason: halted } = status.cursor
  if (!halted) throw new Failure('state_conflict', 'The indexer is not halted.')
  const [first] = contradictions(status)
  if (first)
    throw new Failure(
      'state_conflict',
      `Block ${first.number} had effect as ${first.hash}; the node has ${first.now ?? 'no such block'}.`,
    )
  const blocks = status.evidence.map(({ number, hash }) => ({ number: number.toString(), hash }))
  await inTransaction(ctx.db, async (tx) => {
    await moveCursor(tx, ctx.chain.chainId, { haltedReason: null, suspectedFork: null, forkBlock: null })
    // What was read of the token before the halt may be of the other branch.
    await forgetAbove(tx, status.cursor.forkBlock ?? 0n)
    await makeDueBecause(tx, dispatchNotes.halted)
    await recordEvent(tx, {
      actor: ctx.actor,
      subject: { type: 'chain', id: String(ctx.chain.chainId) },
      userId: null,
      name: 'chain.resumed',
      evidence: { halted, because, blocks: blocks.slice(0, 20) },
    })
  })
}
