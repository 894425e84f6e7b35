import { findAssignmentByAttempt, findResult } from '#lib/data/assignments.ts'
import { findHeartbeat } from '#lib/data/runtime-heartbeats.ts'
import { staleAfter } from '#lib/domain/agent.ts'
import type { Context } from '../context.ts'
import { callOnce } from '../operator/call-once.ts'
import type { Subject } from './advance-job.ts'
import { releaseCall, submissionCall } from './job-calls.ts'

/** Submits what was delivered, and ends an assignment whose time is over or that its agent gave back. */
export async function advanceAssigned(ctx: Context, { job, onChain, now }: Subject): Promise<string | null> {
  const { attempt } = onChain
  const id = job.onchainJobId
  const result = await findResult(ctx.db, id, attempt)
  if (result && now <= onChain.workBy) {
    const standing = await callOnce(ctx, submissionCall(ctx, result))
    return standing.kind === 'failed'
      ? `The escrow refused the submission (${standing.reason}); it is tried again.`
      : 'The result is delivered; its submission is on its way to the chain.'
  }
  const assignment = await findAssignmentByAttempt(ctx.db, id, attempt)
  if (assignment?.releaseSignature) {
    await callOnce(ctx, releaseCall(ctx, id, attempt, assignment.releaseSignature))
    return 'The worker gave the job back; its release is on its way to the chain.'
  }
  const isNoticeOver = onChain.releaseAt > 0n && !onChain.hasObjected && now > onChain.releaseAt
  if (now > onChain.workBy || isNoticeOver) {
    await callOnce(ctx, releaseCall(ctx, id, attempt, '0x'))
    return 'The worker’s time is over; the release of the job is on its way to the chain.'
  }
  if (!assignment) return null
  const heartbeat = await findHeartbeat(ctx.db, assignment.agentId)
  const isStalled = !heartbeat || heartbeat.age > Math.max(6, staleAfter(heartbeat.intervalMs / 1_000))
  return isStalled ? 'stalled' : null
}
