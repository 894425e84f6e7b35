import { heartbeatAnswer } from '../../api/runtime.ts'
import type { SnapshotRow } from '../../data/drafts.ts'
import type { QualificationRow } from '../../data/qualifications.ts'
import { shownState } from '../../domain/agent.ts'
import type { ExamInstruction } from '../../domain/exam.ts'
import { maxChangedBytes, maxChangedFiles } from '../../domain/result.ts'
import type { Configuration } from '../../usecases/runtime/read-configuration.ts'
import { resultBy, toDate } from '../../usecases/runtime/result-deadline.ts'
import type { HeartbeatAnswer } from '../../usecases/runtime/send-heartbeat.ts'
import { deadlineOf } from '../../usecases/runtime/submit-job-result.ts'
import type { JobCredential } from '../../usecases/runtime/take-job-credential.ts'
import type { VerificationTask } from '../../usecases/runtime/take-verification.ts'
import { toWire } from '../to-wire.ts'
import { web } from '../web.ts'
import { toFailedAttemptReply } from './failed-attempt-reply.ts'

export function toHeartbeatReply(answer: HeartbeatAnswer) {
  const { work, rotation } = answer
  return toWire(heartbeatAnswer, {
    ...answer,
    serverTime: new Date(),
    offers: work.offers.flatMap((row) => describeOffer(row, answer.subjects.get(row.onchainJobId)?.snapshot)),
    jobs: work.jobs.map((row) => ({
      ...row,
      offerId: row.id,
      state: row.state as 'ACCEPTED' | 'ASSIGNED' | 'SUBMITTED',
      resultBy: deliveryBy(row, answer.subjects.get(row.onchainJobId)?.snapshot),
    })),
    verifications: [
      ...work.seats.map((row) => ({ verificationId: row.id, verifyBy: row.verifyBy ?? 0n })),
      ...calibrationOf(work.qualification),
    ],
    probes: work.probes.map(({ id, until }) => ({ probeId: id, answerBy: until })),
    examId: work.qualification?.kind === 'EXAM' ? work.qualification.id : null,
    notices: answer.notices.map(({ jobId, ...notice }) => ({ ...notice, onchainJobId: jobId })),
    rotation: rotation?.state === 'OFFERED' ? { ...rotation, credentialId: rotation.id } : null,
    verdicts: answer.verdicts.map((row) => ({
      ...row,
      agent: row.agentAddress,
      pass: row.verdict === 'PASS',
      evidenceHash: row.evidenceHash ?? '',
      taskCommitment: answer.subjects.get(row.onchainJobId)?.snapshot.taskCommitment ?? '',
      policyCommitment: answer.subjects.get(row.onchainJobId)?.snapshot.policyCommitment ?? '',
      signature: row.signature ?? '',
    })),
  })
}

type Offered = HeartbeatAnswer['work']['offers'][number]

function describeOffer({ id: offerId, onchainJobId, offerExpiresAt: expiresAt }: Offered, snapshot?: SnapshotRow) {
  if (!snapshot) return []
  const { title, repository, sealed_files: sealedFiles } = snapshot.taskDocument
  const workSeconds = Number(snapshot.workWindow)
  const repositoryFullName = repository.full_name
  return [
    {
      ...snapshot,
      offerId,
      onchainJobId,
      title,
      repositoryFullName,
      workSeconds,
      ...(sealedFiles && { sealedFiles }),
      expiresAt,
    },
  ]
}

function deliveryBy({ workBy }: { workBy: bigint | null }, snapshot?: SnapshotRow): bigint | null {
  return workBy && snapshot ? resultBy(workBy, snapshot.workWindow) : null
}

function calibrationOf(row: QualificationRow | undefined) {
  if (row?.kind !== 'CALIBRATION') return []
  return [{ verificationId: row.id, verifyBy: row.answerBy }]
}

export function toConfigurationReply({ version, identity, exam }: Configuration) {
  const { agent, credential } = identity
  const { chain, settings } = web().services
  return {
    configuration_version: version,
    agent: {
      id: agent.id,
      name: agent.name,
      role: agent.role,
      state: shownState(agent),
      wallet_address: agent.walletAddress,
    },
    limits: {
      max_concurrent_jobs: agent.maxConcurrentJobs,
      max_changed_files: maxChangedFiles,
      max_changed_bytes: maxChangedBytes,
      offer_seconds: settings.offerSeconds,
    },
    chain: { chain_id: chain.chainId, escrow: chain.escrow, token: chain.token },
    credential: {
      id: credential.id,
      epoch: credential.epoch,
      expires_at: credential.expiresAt.toISOString(),
      scopes: credential.scopes,
    },
    exam: exam ? toExam(exam) : null,
  }
}

function toExam(exam: QualificationRow) {
  const { clone_url, base_commit, instructions } = exam.content as {
    clone_url: string
    base_commit: string
    instructions: ExamInstruction[]
  }
  return { exam_id: exam.id, clone_url, base_commit, instructions, answer_by: exam.answerBy.toISOString() }
}

export function toJobCredentialReply(credential: JobCredential) {
  if (credential.status === 'pending')
    return {
      status: 'pending' as const,
      offer_id: credential.offerId,
      retry_seconds: web().services.settings.heartbeatSeconds.atWork,
    }
  if (credential.status === 'declined') return { status: 'declined' as const, offer_id: credential.offerId }
  const { assignment, snapshot, token, failedAttempts } = credential
  const { repository, base } = snapshot.taskDocument
  const deadline = deadlineOf(assignment, snapshot)
  return {
    status: 'assigned' as const,
    offer_id: assignment.id,
    onchain_job_id: assignment.onchainJobId.toString(),
    attempt: assignment.attempt ?? 0,
    agent: assignment.agentAddress,
    repository: {
      id: repository.id,
      clone_url: `${web().services.settings.cloneOrigin}/${repository.full_name}.git`,
      token,
      base_commit: base.commit,
    },
    task_document: { ...snapshot.taskDocument },
    policy_document: { ...snapshot.policyDocument },
    task_commitment: snapshot.taskCommitment,
    policy_commitment: snapshot.policyCommitment,
    result_by: toDate(deadline.resultBy).toISOString(),
    work_by: toDate(deadline.workBy).toISOString(),
    ...(failedAttempts.length > 0 && {
      failed_attempts: failedAttempts.map((row) => toFailedAttemptReply(row, 'another')),
    }),
  }
}

export function toVerificationReply(task: VerificationTask) {
  const { chain } = web().services
  return {
    verification_id: task.verificationId,
    onchain_job_id: task.result.onchain_job_id,
    attempt: task.result.attempt,
    agent: task.agent,
    worker: task.result.agent,
    repository: {
      id: task.result.repository_id,
      clone_url: task.cloneUrl,
      token: task.token,
      base_commit: task.result.base_commit,
    },
    tree_id: task.result.tree_id,
    changes: task.changes,
    task_document: { ...task.task },
    policy_document: { ...task.policy },
    task_commitment: chain.commit(task.task),
    policy_commitment: chain.commit(task.policy),
    result_commitment: chain.commit(task.result),
    ...(task.sealedFiles.length > 0 && { sealed_files: task.sealedFiles }),
    verify_by: task.verifyBy.toISOString(),
  }
}
