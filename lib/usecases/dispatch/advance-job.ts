import { noteExecution } from '#lib/data/assignments.ts'
import { findSnapshot, type SnapshotRow } from '#lib/data/drafts.ts'
import { findJobById, type JobRow } from '#lib/data/jobs.ts'
import type { ChainJob } from '#lib/ports/chain.ts'
import type { Context, WorkerContext } from '../context.ts'
import { advanceAssigned, releaseLapsed } from './advance-assigned.ts'
import { advanceOpen } from './advance-open.ts'
import { advanceSubmitted } from './advance-submitted.ts'
import { refundLapsed } from './refund-lapsed.ts'

/** A job as the contract holds it at this moment. `now` is the chain's time in seconds. */
export type HeldJob = { job: JobRow; onChain: ChainJob; now: bigint }
/** The same with what was agreed about it. */
export type Subject = HeldJob & { snapshot: SnapshotRow }

/**
 * Does the one thing that the job needs next, if anything, as the contract tells its state now. Safe to call at any time
 * by anybody: every effect is decided by a guarded row or made once by the operator's queue. Notes why the job waits.
 * A job that this service did not build is given to nobody, but ended like any other when the contract lets anyone.
 */
export async function advanceJob(ctx: WorkerContext, input: { onchainJobId: string }): Promise<void> {
  const id = BigInt(input.onchainJobId)
  const job = await findJobById(ctx.db, id)
  if (!job) return
  const snapshot = job.snapshotId ? await findSnapshot(ctx.db, job.snapshotId) : undefined
  const [onChain, block] = await Promise.all([ctx.chain.job(id), ctx.chain.latestBlock()])
  if (!onChain) return
  const held = { job, onChain, now: block.timestamp }
  const reason =
    (await refundLapsed(ctx, held)) ?? (snapshot ? await advance(ctx, { ...held, snapshot }) : await release(ctx, held))
  await noteExecution(ctx.db, id, reason)
}

/** Ends an assignment that was not made here. */
async function release(ctx: Context, { onChain, now }: HeldJob): Promise<string | null> {
  return onChain.state === 'ASSIGNED' ? releaseLapsed(ctx, onChain, now) : null
}

async function advance(ctx: WorkerContext, subject: Subject): Promise<string | null> {
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
