import { claimJobs, type DueJob, finishCheck, repeatCheck } from '../../data/due-jobs.ts'
import { findJobAndTerms } from '../../data/jobs.ts'
import type { Context, WorkerContext } from '../context.ts'
import { advanceAssigned, releaseLapsed } from './advance-assigned.ts'
import { advanceOpen } from './advance-open.ts'
import { advanceSubmitted } from './advance-submitted.ts'
import { finish } from './finish-check.ts'
import { matchJobs, type ReadyJob } from './match-jobs.ts'
import { refundLapsed } from './refund-lapsed.ts'
import { isReadyForOffer, type ReadyForOffer, type Standstill } from './standstill.ts'
import type { HeldJob, Subject } from './subject.ts'

/** How soon a job is asked for again that no node knows yet. */
const unknownSeconds = 5

/**
 * Does the one thing that the job needs next, if anything, as the contract tells its state now. Safe to call at any
 * time from anywhere: every effect is decided by a guarded row or made once by the operator's queue. Notes why the job
 * waits.
 */
export async function advanceJob(ctx: WorkerContext, input: { onchainJobId: string }): Promise<void> {
  const [due] = await claimJobs(ctx.db, [BigInt(input.onchainJobId)])
  const ready = due && (await checkJob(ctx, due))
  if (ready) await matchJobs(ctx, [ready])
}

/**
 * The same for a job that was claimed, up to the search for a worker: answers the job when it may be offered to one.
 * A job that this service did not build is given to nobody, but ended like any other when the contract lets anyone.
 */
export async function checkJob(ctx: WorkerContext, due: DueJob): Promise<ReadyJob | undefined> {
  try {
    return await check(ctx, due)
  } catch (error) {
    await repeatCheck(ctx.db, due)
    throw error
  }
}

async function check(ctx: WorkerContext, due: DueJob): Promise<ReadyJob | undefined> {
  const { job, snapshot } = await findJobAndTerms(ctx.db, due.id)
  if (!job) return undefined
  const [onChain, block] = await Promise.all([ctx.chain.newestJob(due.id, job.lastEventBlock), ctx.chain.latestBlock()])
  if (!onChain) {
    const next = { reason: null, waitsFor: null, deadline: null, afterSeconds: unknownSeconds }
    await finishCheck(ctx.db, due, next)
    return undefined
  }
  const held = { job, onChain, now: block.timestamp }
  const subject = snapshot && { ...held, snapshot }
  const wait = (await refundLapsed(ctx, held)) ?? (subject ? await advance(ctx, subject) : await release(ctx, held))
  if (isReadyForOffer(wait)) return subject && { ...subject, ...wait, due }
  const verificationWindow = snapshot?.verificationWindow ?? 0n
  await finish(ctx, ctx.db, due, { ...held, verificationWindow }, wait ?? { reason: null })
  return undefined
}

/** Ends an assignment that was not made here. */
async function release(ctx: Context, { onChain, now }: HeldJob): Promise<Standstill | null> {
  return onChain.state === 'ASSIGNED' ? releaseLapsed(ctx, onChain, now) : null
}

async function advance(ctx: WorkerContext, subject: Subject): Promise<Standstill | ReadyForOffer | null> {
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
