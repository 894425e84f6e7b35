import type { QualificationRow } from '../../data/qualifications.ts'
import { shownState } from '../../domain/agent.ts'
import type { ExamInstruction } from '../../domain/exam.ts'
import { toMoney } from '../../domain/money.ts'
import { maxChangedBytes, maxChangedFiles } from '../../domain/result.ts'
import type { Configuration } from '../../usecases/runtime/read-configuration.ts'
import { resultBy, toDate } from '../../usecases/runtime/result-deadline.ts'
import type { HeartbeatAnswer } from '../../usecases/runtime/send-heartbeat.ts'
import { deadlineOf } from '../../usecases/runtime/submit-job-result.ts'
import type { JobCredential } from '../../usecases/runtime/take-job-credential.ts'
import type { VerificationTask } from '../../usecases/runtime/take-verification.ts'
import { web } from '../web.ts'
import { toFailedAttemptReply } from './failed-attempt-reply.ts'

export function toHeartbeatReply(answer: HeartbeatAnswer) {
  const { work, rotation } = answer
  return {
    server_time: new Date().toISOString(),
    next_seconds: answer.nextSeconds,
    configuration_version: answer.configurationVersion,
    offers: work.offers.flatMap((row) => {
      const subject = answer.subjects.get(row.onchainJobId)
      if (!subject) return []
      const { snapshot } = subject
      const { sealed_files: sealed } = snapshot.taskDocument
      return {
        offer_id: row.id,
        onchain_job_id: row.onchainJobId.toString(),
        title: snapshot.taskDocument.title,
        repository_full_name: snapshot.taskDocument.repository.full_name,
        reward: toMoney(snapshot.reward),
        silence_share_bps: snapshot.silenceShareBps,
        work_seconds: Number(snapshot.workWindow),
        task_commitment: snapshot.taskCommitment,
        policy_commitment: snapshot.policyCommitment,
        ...(sealed && { sealed_files: sealed.map(({ path, size }) => ({ path, size })) }),
        expires_at: row.offerExpiresAt.toISOString(),
      }
    }),
    jobs: work.jobs.map((row) => {
      const snapshot = answer.subjects.get(row.onchainJobId)?.snapshot
      return {
        offer_id: row.id,
        onchain_job_id: row.onchainJobId.toString(),
        attempt: row.attempt,
        state: row.state as 'ACCEPTED' | 'ASSIGNED' | 'SUBMITTED',
        needs_result: row.needsResult,
        result_by: row.workBy && snapshot ? toDate(resultBy(row.workBy, snapshot.workWindow)).toISOString() : null,
      }
    }),
    verifications: [
      ...work.seats.map((row) => ({
        verification_id: row.id,
        verify_by: toDate(row.verifyBy ?? 0n).toISOString(),
      })),
      ...calibrationOf(work.qualification),
    ],
    probes: work.probes.map(({ id, until }) => ({ probe_id: id, answer_by: until.toISOString() })),
    exam_id: work.qualification?.kind === 'EXAM' ? work.qualification.id : null,
    cancelled: answer.cancelled,
    notices: answer.notices.map(({ jobId, attempt, releaseAt }) => ({
      onchain_job_id: jobId.toString(),
      attempt,
      release_at: toDate(releaseAt).toISOString(),
    })),
    rotation:
      rotation?.state === 'OFFERED'
        ? { credential_id: rotation.id, epoch: rotation.epoch, expires_at: rotation.expiresAt.toISOString() }
        : null,
    verdicts: answer.verdicts.map((row) => ({
      onchain_job_id: row.onchainJobId.toString(),
      attempt: row.attempt,
      agent: row.agentAddress,
      pass: row.verdict === 'PASS',
      evidence_hash: row.evidenceHash ?? '',
      task_commitment: answer.subjects.get(row.onchainJobId)?.snapshot.taskCommitment ?? '',
      policy_commitment: answer.subjects.get(row.onchainJobId)?.snapshot.policyCommitment ?? '',
      result_commitment: row.resultCommitment,
      signature: row.signature ?? '',
    })),
  }
}

function calibrationOf(row: QualificationRow | undefined) {
  if (row?.kind !== 'CALIBRATION') return []
  return [{ verification_id: row.id, verify_by: row.answerBy.toISOString() }]
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
