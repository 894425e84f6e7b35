import { type AssignmentRow, holdAssignment, type ResultRow } from '../../data/assignments.ts'
import type { Context, WorkerContext } from '../context.ts'
import type { WantedCall } from '../operator/call-once.ts'

const advance = (jobId: bigint) => ({ queue: 'advance-job', data: { onchainJobId: jobId.toString() } }) as const

/** Puts a delivered result on chain, by the signature of the key that made it. */
export function submissionCall(ctx: Context, { onchainJobId, attempt, commitment, signature }: ResultRow): WantedCall {
  return {
    operator: 'dispatcher',
    purpose: 'SUBMISSION',
    subject: `${onchainJobId}/${attempt}`,
    call: ctx.chain.encodeSubmit(onchainJobId, attempt, commitment, signature),
    followUp: advance(onchainJobId),
  }
}

/** Ends an assignment: by its agent's signature, or without one once its time is over. */
export function releaseCall(ctx: Context, jobId: bigint, attempt: number, signature: `0x${string}`): WantedCall {
  return {
    operator: 'dispatcher',
    purpose: 'RELEASE',
    subject: `${jobId}/${attempt}/${signature === '0x' ? 'time' : 'agent'}`,
    call: ctx.chain.encodeRelease(jobId, attempt, signature),
    followUp: advance(jobId),
  }
}

type Accepted = Pick<AssignmentRow, 'id' | 'state' | 'onchainJobId' | 'agentAddress'>

/** Gives the job to who accepted it, and binds the draws of the attempt's verifiers before there is a result. */
export function assignmentCall(ctx: WorkerContext, accepted: Accepted): WantedCall {
  const { id, onchainJobId, agentAddress } = accepted
  const drawCommit = ctx.drawSecrets.commitment({ jobId: onchainJobId, offerId: id })
  return {
    operator: 'dispatcher',
    purpose: 'ASSIGNMENT',
    subject: `${onchainJobId}/${id}`,
    call: ctx.chain.encodeAssign(onchainJobId, agentAddress, drawCommit),
    followUp: advance(onchainJobId),
    hold: (tx) => holdAssignment(tx, accepted),
  }
}

/** Announces that an assignment will end unless its agent objects. */
export function releaseRequestCall(ctx: Context, jobId: bigint, attempt: number): WantedCall {
  return {
    operator: 'dispatcher',
    purpose: 'RELEASE_REQUEST',
    subject: `${jobId}/${attempt}`,
    call: ctx.chain.encodeRequestRelease(jobId, attempt),
    followUp: advance(jobId),
  }
}

/** Cancels such an announcement, by the signature of the key that the job was assigned to. */
export function objectionCall(ctx: Context, jobId: bigint, attempt: number, signature: `0x${string}`): WantedCall {
  return {
    operator: 'dispatcher',
    purpose: 'RELEASE_OBJECTION',
    subject: `${jobId}/${attempt}`,
    call: ctx.chain.encodeObjectRelease(jobId, attempt, signature),
    followUp: advance(jobId),
  }
}

/** Returns what the escrow holds for an ended job to its client. */
export function refundCall(ctx: Context, jobId: bigint): WantedCall {
  return {
    operator: 'dispatcher',
    purpose: 'REFUND',
    subject: jobId.toString(),
    call: ctx.chain.encodeRefund(jobId),
    followUp: advance(jobId),
  }
}
