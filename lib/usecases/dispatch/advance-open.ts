import { lockAgent, noteOffered, restAgent } from '#lib/data/agents.ts'
import { findLiveAssignment, insertOffer, type LiveAssignment, moveAssignment } from '#lib/data/assignments.ts'
import { inTransaction } from '#lib/data/database.ts'
import { type Candidate, listEligibleOwners, listEligibleWorkers } from '#lib/data/dispatch.ts'
import { recordEvent } from '#lib/data/events.ts'
import { readGivenBack } from '#lib/data/given-back.ts'
import { findAccess } from '#lib/data/repositories.ts'
import { dispatchNotes } from '#lib/domain/dispatch-note.ts'
import { pauseAfter } from '#lib/domain/given-back.ts'
import type { Context, WorkerContext } from '../context.ts'
import { callOnce } from '../operator/call-once.ts'
import type { Subject } from './advance-job.ts'
import { assignmentCall } from './job-calls.ts'
import { hasSealedFault } from './sealed-fault.ts'

/** An offer that was left unanswered gives the next owner a turn. */
const unansweredRestSeconds = 60
const refusedRestSeconds = 60

/** Offers an open job, or brings an accepted offer onto the chain. Answers why it waits. */
export async function advanceOpen(ctx: WorkerContext, subject: Subject): Promise<string | null> {
  const live = await findLiveAssignment(ctx.db, subject.job.onchainJobId)
  if (live?.state === 'ACCEPTED') return assign(ctx, live)
  if (live && !live.isExpired) return live.state === 'OFFERED' ? 'Offered to a worker; waiting for its answer.' : null
  if (live) await lapse(ctx, live)
  return offer(ctx, subject)
}

async function assign(ctx: WorkerContext, live: LiveAssignment): Promise<string | null> {
  const standing = await callOnce(ctx, assignmentCall(ctx, live))
  if (standing.kind !== 'failed') return 'A worker accepted; its assignment is on its way to the chain.'
  await inTransaction(ctx.db, async (tx) => {
    if (!(await moveAssignment(tx, live, 'RELEASED', { endCause: `assignment refused: ${standing.reason}` }))) return
    await restAgent(tx, live.agentId, refusedRestSeconds)
  })
  return `The escrow refused the assignment (${standing.reason}); another worker is looked for.`
}

async function lapse(ctx: Context, live: LiveAssignment): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    if (!(await moveAssignment(tx, live, 'DECLINED', { endCause: 'The offer was left unanswered.' }))) return
    await restAgent(tx, live.agentId, unansweredRestSeconds)
  })
}

/** Nobody is asked to work for a result that could not be verified and paid. */
async function offer(ctx: Context, { job, snapshot, onChain }: Subject): Promise<string | null> {
  if (onChain.rounds >= snapshot.maxAttempts) return 'Every attempt was used.'
  if (onChain.held < snapshot.reward) return 'The escrow does not hold the reward.'
  const pause = await pauseOf(ctx, job.onchainJobId)
  if (pause) return pause
  if (await hasSealedFault(ctx, job, snapshot)) return dispatchNotes.sealedDiffers
  const unreadable = await whyUnreadable(ctx, job.userId, snapshot.taskDocument.repository)
  if (unreadable) return unreadable
  const { allowUnisolated, requalificationSeconds, seatsPerVerifier } = ctx.settings
  const policyVersion = snapshot.policyDocument.version
  const workers = await listEligibleWorkers(ctx.db, {
    jobId: job.onchainJobId,
    clientUserId: job.userId,
    reward: snapshot.reward,
    silenceShareBps: snapshot.silenceShareBps,
    repository: snapshot.taskDocument.repository,
    allowUnisolated,
    requalificationSeconds,
    policyVersion,
    isSealed: snapshot.sealedFiles.length > 0,
  })
  if (workers.length === 0) return dispatchNotes.noWorker
  // One owner more than there are seats, so that one can stand in for another, beside the worker's own.
  const needed = snapshot.verifiers + 1
  const query = {
    excludedUserIds: [job.userId],
    allowUnisolated,
    requalificationSeconds,
    seatsPerVerifier,
    policyVersion,
  }
  const owners = await listEligibleOwners(ctx.db, query, needed + 1)
  for (const worker of workers) {
    if (owners.filter((owner) => owner !== worker.ownerUserId).length < needed) continue
    if (await makeOffer(ctx, job, worker)) return 'Offered to a worker; waiting for its answer.'
  }
  return dispatchNotes.tooFewVerifiers(needed)
}

/** A job that comes back again and again rests between its workers, longer each time. */
async function pauseOf(ctx: Context, jobId: bigint): Promise<string | undefined> {
  const { times, lastCause, age } = await readGivenBack(ctx.db, jobId)
  const left = pauseAfter(times) - age
  return left > 0 ? dispatchNotes.givenBack(times, lastCause, left) : undefined
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

async function makeOffer(ctx: Context, job: Subject['job'], worker: Candidate): Promise<boolean> {
  return inTransaction(ctx.db, async (tx) => {
    await lockAgent(tx, worker.agentId)
    const made = await insertOffer(
      tx,
      {
        onchainJobId: job.onchainJobId,
        clientUserId: job.userId,
        agentId: worker.agentId,
        ownerUserId: worker.ownerUserId,
        agentAddress: worker.address,
        key: worker.key,
      },
      ctx.settings.offerSeconds,
    )
    if (!made) return false
    await noteOffered(tx, worker.agentId)
    const subject = { type: 'job', id: job.onchainJobId.toString() } as const
    const evidence = { agent: worker.address, offer: made.id, expires_at: made.offerExpiresAt.toISOString() }
    await recordEvent(tx, { actor: ctx.actor, subject, userId: job.userId, name: 'job.offered', evidence })
    return true
  })
}
