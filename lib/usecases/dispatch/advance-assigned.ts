import { type AssignmentRow, findAssignmentByAttempt, findResult } from '../../data/assignments.ts'
import { listRetries } from '../../data/execution-retries.ts'
import { findConnectionOfAgent } from '../../data/pairings.ts'
import { wakeHolders } from '../../data/wakeups.ts'
import type { ChainJob } from '../../ports/chain.ts'
import { openCloneToken } from '../clone-tokens/open-clone-token.ts'
import type { Context } from '../context.ts'
import { type CallStanding, callOnce } from '../operator/call-once.ts'
import { releaseCall, releaseRequestCall, submissionCall } from './job-calls.ts'
import { type Standstill, waitForCall } from './standstill.ts'
import type { Subject } from './subject.ts'

/** How often to check for the token of a private repository, which a separate sweep makes. */
const tokenSeconds = 5

/** From here on a submission counts as refused where the worker is gone too, so that nobody waits for its time to be over. */
const refusalsBeforeEnd = 3

const waitForSubmission = (standing: CallStanding) =>
  waitForCall(
    standing,
    'The result is delivered; its submission is on its way to the chain.',
    (cause) => `The escrow refused the submission (${cause}); it is tried again.`,
  )

/** Submits what was delivered, and ends an assignment whose time is over or that its agent gave back. */
export async function advanceAssigned(
  ctx: Context,
  { job, snapshot, onChain, now }: Subject,
): Promise<Standstill | null> {
  const { attempt } = onChain
  const id = job.onchainJobId
  const result = await findResult(ctx.db, id, attempt)
  const submission = result && now <= onChain.workBy ? await callOnce(ctx, submissionCall(ctx, result)) : undefined
  const isRefused = submission?.kind === 'failed' && submission.failures >= refusalsBeforeEnd
  if (submission && !isRefused) return waitForSubmission(submission)
  const assignment = await findAssignmentByAttempt(ctx.db, id, attempt)
  if (assignment?.releaseSignature) {
    const standing = await callOnce(ctx, releaseCall(ctx, id, attempt, assignment.releaseSignature))
    return waitForCall(standing, 'The worker gave the job back; its release is on its way to the chain.')
  }
  const released = await releaseLapsed(ctx, onChain, now)
  if (released) return released
  const cause = await causeOfEnd(ctx, onChain, assignment)
  if (cause) return announceEnd(ctx, onChain, cause)
  if (submission) return waitForSubmission(submission)
  if (!assignment) return null
  const token = await openCloneToken(ctx, assignment.id, snapshot.taskDocument)
  if (token !== undefined) return null
  return {
    reason: 'The worker is waiting for read access to the repository.',
    afterSeconds: tokenSeconds,
  }
}

/** Ends an assignment whose time, or unopposed notice, is over; null while it can go on. */
export async function releaseLapsed(ctx: Context, onChain: ChainJob, now: bigint): Promise<Standstill | null> {
  const isNoticeOver = onChain.releaseAt > 0n && !onChain.hasObjected && now > onChain.releaseAt
  if (now <= onChain.workBy && !isNoticeOver) return null
  await wakeHolders(ctx.db, onChain.id)
  const standing = await callOnce(ctx, releaseCall(ctx, onChain.id, onChain.attempt, '0x'))
  return waitForCall(standing, 'The worker’s time is over; the release of the job is on its way to the chain.')
}

/** Why the assignment should end before its time, if it should. */
async function causeOfEnd(ctx: Context, onChain: ChainJob, assignment?: AssignmentRow): Promise<string | undefined> {
  const retries = await listRetries(ctx.db, onChain.id)
  if (retries.some((retry) => retry.attempt === onChain.attempt)) return 'The client requested a retry'
  const connection = assignment && (await findConnectionOfAgent(ctx.db, assignment.agentId))
  if (!connection) return undefined
  if (connection.disconnectedAt) return 'The worker’s owner disconnected its runtime'
  const hasMoved = connection.key !== assignment.key
  return hasMoved ? 'The worker’s owner paired another runtime, which lacks the key of this attempt' : undefined
}

/** Announces the end of the assignment on chain, once, and tells how the notice stands. */
async function announceEnd(ctx: Context, onChain: ChainJob, cause: string): Promise<Standstill> {
  const { id, attempt, releaseAt, hasObjected } = onChain
  if (hasObjected)
    return { reason: 'The worker objected to the end of its assignment and keeps the job until its deadline.' }
  if (releaseAt > 0n)
    return { reason: 'The end of the assignment is announced; the worker may object until the notice is over.' }
  const standing = await callOnce(ctx, releaseRequestCall(ctx, id, attempt))
  return waitForCall(standing, `${cause}; the end of the assignment is being announced on chain.`)
}
