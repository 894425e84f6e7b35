import { noteExecution } from '#lib/data/assignments.ts'
import { findSnapshot, type SnapshotRow } from '#lib/data/drafts.ts'
import { findJobById, type JobRow } from '#lib/data/jobs.ts'
import type { ChainJob } from '#lib/ports/chain.ts'
import type { Context } from '../context.ts'
import { advanceAssigned } from './advance-assigned.ts'
import { advanceOpen } from './advance-open.ts'
import { advanceSubmitted } from './advance-submitted.ts'
import { refundLapsed } from './refund-lapsed.ts'

/** A job as the contract holds it at this moment, with what was agreed about it. `now` is the chain's time in seconds. */
export type Subject = { job: JobRow; snapshot: SnapshotRow; onChain: ChainJob; now: bigint }

/**
 * Does the one thing that the job needs next, if anything, as the contract tells its state now. Safe to call at any time
 * by anybody: every effect is decided by a guarded row or made once by the operator's queue. Notes why the job waits.
 */
export async function advanceJob(ctx: Context, input: { onchainJobId: string }): Promise<void> {
  const id = BigInt(input.onchainJobId)
  const job = await findJobById(ctx.db, id)
  const snapshot = job?.snapshotId ? await findSnapshot(ctx.db, job.snapshotId) : undefined
  if (!job || !snapshot) return
  const [onChain, block] = await Promise.all([ctx.chain.job(id), ctx.chain.latestBlock()])
  if (!onChain) return
  await noteExecution(ctx.db, id, await reasonOf(ctx, { job, snapshot, onChain, now: block.timestamp }))
}

async function reasonOf(ctx: Context, subject: Subject): Promise<string | null> {
  const refund = await refundLapsed(ctx, subject)
  if (refund) return refund
  switch (subject.onChain.state) {
    case 'OPEN':
      return advanceOpen(ctx, subject)
    case 'ASSIGNED':
      return advanceAssigned(ctx, subject)
    case 'SUBMITTED':
      return advanceSubmitted(ctx, subject)
    default:
      return null
  }
}
