import { restAgent } from '../../data/agents.ts'
import { type AssignmentRow, findAssignment, type LiveAssignment, moveAssignment } from '../../data/assignments.ts'
import { inTransaction } from '../../data/database.ts'
import type { SnapshotRow } from '../../data/drafts.ts'
import { recordEvent } from '../../data/events.ts'
import { type FailedAttempt, listFailedAttempts } from '../../data/failed-attempts.ts'
import { findJobAndTerms } from '../../data/jobs.ts'
import { Failure } from '../../domain/failure.ts'
import { offerDomain, typedMessage } from '../../domain/signed-messages.ts'
import { requireFollowing } from '../chain/require-following.ts'
import { openCloneToken } from '../clone-tokens/open-clone-token.ts'
import { type Context, type RuntimeActor, requireRuntime } from '../context.ts'

export type OfferDecision = { offerId: string; signature: `0x${string}` } | { offerId: string; decline: string }
export type JobCredential =
  | { status: 'pending'; offerId: string }
  | { status: 'declined'; offerId: string }
  | {
      status: 'assigned'
      assignment: AssignmentRow
      snapshot: SnapshotRow
      token: string | null
      /** Of this job, the newest first; empty unless its client shares them. */
      failedAttempts: FailedAttempt[]
    }

const declineRestSeconds = 30

/** Takes a signed acceptance (or a refusal) of an offer; the task follows once the assignment is on chain. */
export async function takeJobCredential(ctx: Context, input: OfferDecision): Promise<JobCredential> {
  const runtime = requireRuntime(ctx)
  const assignment = await findAssignment(ctx.db, input.offerId, runtime.agentId)
  if (!assignment) throw new Failure('not_found', 'There is no such offer.')
  if ('decline' in input) return decline(ctx, runtime, assignment, input.decline)
  const snapshot = await snapshotOf(ctx, assignment)
  await requireAcceptance(ctx, runtime, assignment, snapshot, input.signature)
  switch (assignment.state) {
    case 'OFFERED':
      return accept(ctx, runtime, assignment, input.signature)
    case 'ACCEPTED':
      return { status: 'pending', offerId: assignment.id }
    case 'ASSIGNED':
    case 'SUBMITTED':
      return assigned(ctx, assignment, snapshot)
    default:
      throw over(assignment)
  }
}

async function snapshotOf(ctx: Context, assignment: AssignmentRow): Promise<SnapshotRow> {
  const { snapshot } = await findJobAndTerms(ctx.db, assignment.onchainJobId)
  if (!snapshot) throw new Failure('not_found', 'There is no such offer.')
  return snapshot
}

async function requireAcceptance(
  ctx: Context,
  runtime: RuntimeActor,
  assignment: AssignmentRow,
  snapshot: SnapshotRow,
  signature: `0x${string}`,
): Promise<void> {
  const { chainId, escrow } = ctx.chain
  const message = typedMessage('OfferAcceptance', offerDomain(chainId, escrow), {
    offerId: assignment.id,
    jobId: assignment.onchainJobId,
    agent: assignment.agentAddress,
    taskCommitment: snapshot.taskCommitment,
    policyCommitment: snapshot.policyCommitment,
  })
  const signer = await ctx.chain.signerOf(message, signature)
  if (signer !== assignment.key || assignment.key !== runtime.key)
    throw new Failure('signature_invalid', 'The acceptance is not signed by the key that was offered the job.')
}

async function accept(
  ctx: Context,
  runtime: RuntimeActor,
  assignment: LiveAssignment,
  acceptanceSignature: `0x${string}`,
): Promise<JobCredential> {
  await requireFollowing(ctx)
  const accepted = await inTransaction(ctx.db, async (tx) => {
    const moved = await moveAssignment(tx, assignment, 'ACCEPTED', { acceptanceSignature })
    if (!moved) return undefined
    const subject = { type: 'job', id: assignment.onchainJobId.toString() } as const
    const evidence = { agent: assignment.agentAddress, offer: assignment.id, signature: acceptanceSignature }
    await recordEvent(tx, {
      actor: runtime,
      subject,
      userId: assignment.clientUserId,
      name: 'job.offer_accepted',
      evidence,
    })
    const task = { queue: 'advance-job', data: { onchainJobId: assignment.onchainJobId.toString() } } as const
    await ctx.queue.add(tx, task, { account: assignment.clientUserId })
    return moved
  })
  if (!accepted) throw over(assignment)
  return { status: 'pending', offerId: assignment.id }
}

/** The task, once the runtime can clone what it is about. */
async function assigned(ctx: Context, assignment: AssignmentRow, snapshot: SnapshotRow): Promise<JobCredential> {
  const token = await openCloneToken(ctx, assignment.id, snapshot.taskDocument)
  if (token === undefined && assignment.state === 'ASSIGNED') return { status: 'pending', offerId: assignment.id }
  return {
    status: 'assigned',
    assignment,
    snapshot,
    token: token ?? null,
    failedAttempts: await sharedAttempts(ctx, assignment, snapshot),
  }
}

async function sharedAttempts(
  ctx: Context,
  { onchainJobId }: AssignmentRow,
  { sharesFailedAttempts, maxAttempts }: SnapshotRow,
): Promise<FailedAttempt[]> {
  if (!sharesFailedAttempts) return []
  return listFailedAttempts(ctx.db, { jobId: onchainJobId, reader: 'worker' }, maxAttempts)
}

async function decline(
  ctx: Context,
  runtime: RuntimeActor,
  assignment: LiveAssignment,
  reason: string,
): Promise<JobCredential> {
  if (assignment.state === 'DECLINED') return { status: 'declined', offerId: assignment.id }
  if (assignment.state !== 'OFFERED') throw over(assignment)
  await inTransaction(ctx.db, async (tx) => {
    if (!(await moveAssignment(tx, assignment, 'DECLINED', { endCause: `declined: ${reason}` }))) return
    await restAgent(tx, runtime.agentId, declineRestSeconds)
    const task = { queue: 'advance-job', data: { onchainJobId: assignment.onchainJobId.toString() } } as const
    await ctx.queue.add(tx, task, { account: assignment.clientUserId })
  })
  return { status: 'declined', offerId: assignment.id }
}

function over(assignment: AssignmentRow): Failure {
  return assignment.attempt === null
    ? new Failure('offer_expired', 'The offer is over; a new one may follow by heartbeat.')
    : new Failure('attempt_superseded', `Attempt ${assignment.attempt} of this job is over.`)
}
