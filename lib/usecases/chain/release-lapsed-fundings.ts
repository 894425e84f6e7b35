import { findBlock, findCursor } from '../../data/chain-index.ts'
import { inTransaction } from '../../data/database.ts'
import { type DraftView, listLapsedFundings, moveDraft } from '../../data/drafts.ts'
import { recordEvent } from '../../data/events.ts'
import { findJobById } from '../../data/jobs.ts'
import { lockTransactions } from '../../data/transactions.ts'
import { isLive } from '../../domain/transaction.ts'
import type { Context } from '../context.ts'
import { moveLocked } from '../transactions/move.ts'

/**
 * FUNDING goes back to LOCKED once no block can fund the snapshot any more: a final block that the indexer has applied
 * is later than `fundBy`, and the contract holds no job of these terms for the reference there.
 */
export async function releaseLapsedFundings(ctx: Context): Promise<number> {
  const cursor = await findCursor(ctx.db, ctx.chain.chainId)
  if (!cursor || cursor.haltedReason) return 0
  const applied = (await findBlock(ctx.db, cursor.appliedBlock)) ?? (await ctx.chain.block(cursor.appliedBlock))
  if (!applied) return 0
  let released = 0
  for (const view of await listLapsedFundings(ctx.db, applied.timestamp, 100)) {
    if (await releaseFunding(ctx, view, applied.number)) released += 1
  }
  return released
}

async function releaseFunding(ctx: Context, view: DraftView, block: bigint): Promise<boolean> {
  const { draft, snapshot } = view
  if (!snapshot) return false
  const jobId = await ctx.chain.jobIdOf(snapshot.clientAddress, snapshot.ref, block)
  // A job of other terms uses the reference up, so this snapshot can never be funded either.
  if (jobId !== 0n && (await findJobById(ctx.db, jobId))?.snapshotId !== null) return false
  return inTransaction(ctx.db, async (tx) => {
    const moved = await moveDraft(tx, draft, 'fund_window_passed')
    if (!moved) return false
    const failure = {
      failureCode: 'funding_window_passed',
      failureDetail: 'No block funded the job before its deadline.',
    }
    for (const funding of await lockTransactions(tx, { purpose: 'FUNDING', snapshotId: snapshot.id }))
      if (isLive(funding.state)) await moveLocked(ctx, tx, funding, 'EXPIRED', failure)
    await recordEvent(tx, {
      actor: ctx.actor,
      subject: { type: 'draft', id: draft.id },
      userId: draft.userId,
      name: 'draft.funding_window_passed',
      from: draft.state,
      to: moved.state,
      evidence: { fund_by: snapshot.fundBy.toString(), block_number: block.toString() },
    })
    return true
  })
}
