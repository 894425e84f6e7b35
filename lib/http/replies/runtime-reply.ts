import { jobCredential, runtimeConfiguration } from '../../api/runtime.ts'
import { heartbeatAnswer } from '../../api/runtime-heartbeat.ts'
import { verificationTask } from '../../api/verification.ts'
import type { SnapshotRow } from '../../data/drafts.ts'
import type { QualificationRow } from '../../data/qualifications.ts'
import { shownState } from '../../domain/agent.ts'
import type { ExamInstruction } from '../../domain/exam.ts'
import { maxChangedBytes, maxChangedFiles } from '../../domain/result.ts'
import type { Configuration } from '../../usecases/runtime/read-configuration.ts'
import { resultBy } from '../../usecases/runtime/result-deadline.ts'
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
  return toWire(runtimeConfiguration, {
    configurationVersion: version,
    agent: { ...agent, state: shownState(agent) },
    limits: {
      maxConcurrentJobs: agent.maxConcurrentJobs,
      maxChangedFiles,
      maxChangedBytes,
      offerSeconds: settings.offerSeconds,
    },
    chain,
    credential,
    exam: exam ? describeExam(exam) : null,
  })
}

function describeExam(exam: QualificationRow) {
  const content = exam.content as { clone_url: string; base_commit: string; instructions: ExamInstruction[] }
  return {
    examId: exam.id,
    cloneUrl: content.clone_url,
    baseCommit: content.base_commit,
    instructions: content.instructions,
    answerBy: exam.answerBy,
  }
}

export function toJobCredentialReply(credential: JobCredential) {
  if (credential.status === 'pending') {
    const retrySeconds = web().services.settings.heartbeatSeconds.atWork
    return toWire(jobCredential, { ...credential, retrySeconds })
  }
  if (credential.status === 'declined') return toWire(jobCredential, credential)
  const { assignment, snapshot, token, failedAttempts } = credential
  const { repository, base } = snapshot.taskDocument
  return toWire(jobCredential, {
    ...assignment,
    ...deadlineOf(assignment, snapshot),
    status: 'assigned',
    offerId: assignment.id,
    attempt: assignment.attempt ?? 0,
    agent: assignment.agentAddress,
    repository: {
      id: repository.id,
      cloneUrl: `${web().services.settings.cloneOrigin}/${repository.full_name}.git`,
      token,
      baseCommit: base.commit,
    },
    taskDocument: { ...snapshot.taskDocument },
    policyDocument: { ...snapshot.policyDocument },
    taskCommitment: snapshot.taskCommitment,
    policyCommitment: snapshot.policyCommitment,
    ...(failedAttempts.length > 0 && {
      failedAttempts: failedAttempts.map((row) => toFailedAttemptReply(row, 'another')),
    }),
  })
}

export function toVerificationReply({ task, policy, result, token, ...rest }: VerificationTask) {
  const { chain } = web().services
  return toWire(verificationTask, {
    ...rest,
    onchainJobId: result.onchain_job_id,
    attempt: result.attempt,
    worker: result.agent,
    repository: { id: result.repository_id, cloneUrl: rest.cloneUrl, token, baseCommit: result.base_commit },
    treeId: result.tree_id,
    taskDocument: { ...task },
    policyDocument: { ...policy },
    taskCommitment: chain.commit(task),
    policyCommitment: chain.commit(policy),
    resultCommitment: chain.commit(result),
    sealedFiles: rest.sealedFiles.length > 0 ? rest.sealedFiles : undefined,
  })
}
