import { restAgent } from '../../data/agents.ts'
import { findLiveAssignment, type LiveAssignment, moveAssignment } from '../../data/assignments.ts'
import { inTransaction } from '../../data/database.ts'
import { type GivenBack, readGivenBack } from '../../data/given-back.ts'
import { findAccess } from '../../data/repositories.ts'
import { dispatchNotes } from '../../domain/dispatch-note.ts'
import { pauseAfter } from '../../domain/given-back.ts'
import type { Context, WorkerContext } from '../context.ts'
import { callOnce, holdFailed } from '../operator/call-once.ts'
import { assignmentCall } from './job-calls.ts'
import { hasSealedFault } from './sealed-fault.ts'
import type { ReadyForOffer, Standstill } from './standstill.ts'
import type { Subject } from './subject.ts'

/** An offer that was left unanswered gives the next owner a turn. */
const unansweredRestSeconds = 60
const refusedRestSeconds = 60

/** Brings an accepted offer onto the chain, or checks whether the job may be offered. Answers why it waits. */
export async function advanceOpen(ctx: WorkerContext, subject: Subject): Promise<Standstill | ReadyForOffer | null> {
  const live = await findLiveAssignment(ctx.db, subject.job.onchainJobId)
  if (live?.state === 'ACCEPTED') return assign(ctx, live)
  if (live && !live.isExpired)
    return live.state === 'OFFERED' ? { reason: 'Offered to a worker; waiting for its answer.' } : null
  if (live) await lapse(ctx, live)
  return checkTerms(ctx, subject)
}

async function assign(ctx: WorkerContext, live: LiveAssignment): Promise<Standstill> {
  const wanted = assignmentCall(ctx, live)
  const standing = await callOnce(ctx, wanted)
  if (standing.kind !== 'failed') return { reason: 'A worker accepted; its assignment is on its way to the chain.' }
  await inTransaction(ctx.db, async (tx) => {
    // Another check may have the refused call tried again by now, which may still assign the job.
    if (!(await holdFailed(tx, wanted))) return
    if (!(await moveAssignment(tx, live, 'RELEASED', { endCause: `assignment refused: ${standing.reason}` }))) return
    await restAgent(tx, live.agentId, refusedRestSeconds)
  })
  return { reason: `The escrow refused the assignment (${standing.reason}); we’re looking for another worker.` }
}

async function lapse(ctx: Context, live: LiveAssignment): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    if (!(await moveAssignment(tx, live, 'DECLINED', { endCause: 'The offer was left unanswered.' }))) return
    await restAgent(tx, live.agentId, unansweredRestSeconds)
  })
}

/** Nobody is asked to work for a result that could not be paid. */
async function checkTerms(ctx: Context, { job, snapshot, onChain }: Subject): Promise<Standstill | ReadyForOffer> {
  if (onChain.rounds >= snapshot.maxAttempts) return { reason: 'Every attempt was used.' }
  if (onChain.held < snapshot.reward) return { reason: 'The escrow does not hold the reward.' }
  const givenBack = await readGivenBack(ctx.db, job.onchainJobId)
  const pause = pauseOf(givenBack)
  if (pause) return pause
  if (await hasSealedFault(ctx, job, snapshot)) return { reason: dispatchNotes.sealedDiffers }
  const unreadable = await whyUnreadable(ctx, job.userId, snapshot.taskDocument.repository)
  return unreadable ? { reason: unreadable } : { givenBack }
}

/** A job that comes back again and again rests between its workers, longer each time. */
function pauseOf({ times, lastCause, age }: GivenBack): Standstill | undefined {
  const left = pauseAfter(times) - age
  return left > 0 ? { reason: dispatchNotes.givenBack(times, lastCause, left), afterSeconds: left } : undefined
}

/** A private repository is cloned with tokens that the client's own installation gives. */
async function whyUnreadable(
  ctx: Context,
  clientUserId: string,
  repository: { id: number; private: boolean },
): Promise<string | undefined> {
  if (!repository.private) return undefined
  if (!ctx.settings.mintsCloneTokens) return dispatchNotes.noKey
  const access = await findAccess(ctx.db, clientUserId, { repositoryId: repository.id })
  return access ? undefined : dispatchNotes.noAccess
}
