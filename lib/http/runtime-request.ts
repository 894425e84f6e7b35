import type { z } from 'zod'
import type { submitJobResultEndpoint, takeJobCredentialEndpoint } from '../api/runtime.ts'
import type { sendHeartbeatEndpoint } from '../api/runtime-heartbeat.ts'
import type { submitVerificationResultEndpoint } from '../api/verification.ts'
import type { Objection } from '../usecases/runtime/object-to-release.ts'
import type { TakenRotation } from '../usecases/runtime/rotate-credential.ts'
import type { AbandonedWork, CompletedWork } from '../usecases/runtime/submit-job-result.ts'
import type { OfferDecision } from '../usecases/runtime/take-job-credential.ts'
import type { VerificationAnswer } from '../usecases/runtime/verification-answer.ts'

type Heartbeat = z.output<NonNullable<typeof sendHeartbeatEndpoint.body>>
type JobResult = z.output<NonNullable<typeof submitJobResultEndpoint.body>>
type Decision = z.output<NonNullable<typeof takeJobCredentialEndpoint.body>>
type VerificationResult = z.output<NonNullable<typeof submitVerificationResultEndpoint.body>>
type Hex = `0x${string}`

/** Its schema has checked that the text is lower-case hex of the right length. */
export const hex = (text: string): Hex => text as Hex

export function toRunning({ kind, id, progress }: Heartbeat['running'][number]) {
  return { kind, id, ...(progress !== undefined && { progress }) }
}

export function toRotation(rotate: Heartbeat['rotate']): { rotate?: TakenRotation } {
  if (!rotate) return {}
  const { credential_id: credentialId, credential_hash, signature } = rotate
  return { rotate: { credentialId, credentialHash: hex(credential_hash), signature: hex(signature) } }
}

export function toObjection(objection: NonNullable<Heartbeat['objections']>[number]): Objection {
  const { onchain_job_id, attempt, signature } = objection
  return { jobId: BigInt(onchain_job_id), attempt, signature: hex(signature) }
}

export function toOfferDecision(body: Decision): OfferDecision {
  if ('decline' in body) return { offerId: body.offer_id, decline: body.decline }
  return { offerId: body.offer_id, signature: hex(body.signature) }
}

export function toCompletedWork(body: Extract<JobResult, { outcome: 'completed' }>): CompletedWork {
  return {
    jobId: BigInt(body.onchain_job_id),
    attempt: body.attempt,
    baseCommit: body.base_commit,
    treeId: body.tree_id,
    changes: body.changes,
    summary: body.summary,
    commitment: hex(body.result_commitment),
    signature: hex(body.signature),
  }
}

export function toAbandonedWork(body: Exclude<JobResult, { outcome: 'completed' }>): AbandonedWork {
  const { outcome, reason, attempt } = body
  return { jobId: BigInt(body.onchain_job_id), attempt, cause: `${outcome}: ${reason}`, signature: hex(body.signature) }
}

export function toVerificationAnswer(body: VerificationResult): VerificationAnswer {
  const { verdict, verification_id: verificationId, evidence } = body
  const signed = 'signature' in body ? body : undefined
  return {
    verificationId,
    verdict,
    evidence,
    evidenceHash: signed ? hex(signed.evidence_hash) : null,
    signature: signed ? hex(signed.signature) : null,
  }
}
