import { type AssignmentRow, findAssignmentByAttempt } from '../../data/assignments.ts'
import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { listCallsFor } from '../../data/operator-calls.ts'
import { Failure } from '../../domain/failure.ts'
import { escrowDomain, typedMessage } from '../../domain/signed-messages.ts'
import type { Context, RuntimeActor } from '../context.ts'
import { objectionCall } from '../dispatch/job-calls.ts'
import { callOnce, intendCall } from '../operator/call-once.ts'
import { requireAssigned, requireBefore } from './require-assigned.ts'

export type Objection = { jobId: bigint; attempt: number; signature: `0x${string}` }

/**
 * Takes over the signed objection to an announced end and puts it on chain, once; the same one again changes nothing.
 * Refused unless the contract holds such a notice now for an attempt of this very key.
 */
export async function objectToRelease(ctx: Context, runtime: RuntimeActor, objection: Objection): Promise<void> {
  const { jobId, attempt, signature } = objection
  const assignment = await findAssignmentByAttempt(ctx.db, jobId, attempt)
  if (assignment?.agentId !== runtime.agentId) throw new Failure('not_found', 'This agent holds no such attempt.')
  await requireSigned(ctx, assignment, objection)
  if ((await requireNotice(ctx, assignment)) === 'objected') return
  const wanted = objectionCall(ctx, jobId, attempt, signature)
  const calls = await listCallsFor(ctx.db, wanted.purpose, wanted.subject)
  if (calls.length > 0) {
    await callOnce(ctx, wanted)
    return
  }
  await inTransaction(ctx.db, async (tx) => {
    const subject = { type: 'job', id: jobId.toString() } as const
    const evidence = { attempt, agent: assignment.agentAddress, signature }
    const change = { userId: assignment.clientUserId, name: 'job.release_objected' as const, evidence }
    await recordEvent(tx, { actor: runtime, subject, ...change })
    await intendCall(ctx, tx, wanted)
  })
}

async function requireSigned(ctx: Context, assignment: AssignmentRow, objection: Objection): Promise<void> {
  const { chainId, escrow } = ctx.chain
  const { jobId, attempt, signature } = objection
  const message = typedMessage('ReleaseObjection', escrowDomain(chainId, escrow), { jobId, attempt })
  if ((await ctx.chain.signerOf(message, signature)) !== assignment.key)
    throw new Failure('signature_invalid', 'The objection is not signed by the key that the job was assigned to.')
}

/** The contract, asked now, says whether there is anything to object to. */
async function requireNotice(ctx: Context, assignment: AssignmentRow): Promise<'open' | 'objected'> {
  const job = await requireAssigned(ctx, assignment)
  if (job.hasObjected) return 'objected'
  if (job.releaseAt === 0n)
    throw new Failure('release_not_announced', 'No end of this attempt is announced, so there is nothing to object to.')
  await requireBefore(ctx, job.releaseAt, 'The notice is over; the attempt can be ended at any moment.')
  return 'open'
}
