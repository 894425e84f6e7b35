import { timelineEntry } from '../../api/job-parts.ts'
import { executionRetry, jobDetail } from '../../api/jobs.ts'
import type { EventRow } from '../../data/events.ts'
import type { JobView } from '../../data/jobs.ts'
import { executionRetriesMax } from '../../domain/job.ts'
import { releasedFiles } from '../../usecases/drafts/sealed-drafts.ts'
import type { Exit } from '../../usecases/jobs/exits.ts'
import type { JobDetail } from '../../usecases/jobs/read-job.ts'
import type { ExecutionRetry } from '../../usecases/jobs/retry-execution.ts'
import { toWire } from '../to-wire.ts'
import { web } from '../web.ts'
import { toFailedAttemptAccount } from './failed-attempt-reply.ts'
import { toPublicationReply } from './publication-reply.ts'

/** What every answer says of a job. */
export function describeJob({ job, draft, snapshot }: JobView) {
  const { settings, chain } = web().services
  return {
    ...job,
    escrow: chain.escrow,
    recognised: snapshot !== null,
    title: draft?.title ?? snapshot?.taskDocument.title ?? 'Unrecognised job',
    repositoryFullName: draft?.repositoryFullName ?? null,
    issueNumber: draft?.issueNumber ?? null,
    evidence: { ...job, explorerUrl: settings.explorerUrl && `${settings.explorerUrl}/tx/${job.transactionHash}` },
  }
}

export function toTimelineEntry({ fromState: from, toState: to, createdAt: at, name, evidence }: EventRow) {
  return toWire(timelineEntry, { name, from, to, at, evidence })
}

export function toJobDetailReply(detail: JobDetail) {
  const { job, snapshot, publication } = detail
  return toWire(jobDetail, {
    ...detail,
    ...describeJob(detail),
    commitments: { ref: job.ref, task: snapshot?.taskCommitment ?? null, policy: snapshot?.policyCommitment ?? null },
    taskDocument: snapshot && { ...snapshot.taskDocument },
    policyDocument: snapshot && { ...snapshot.policyDocument },
    silenceShareBps: snapshot?.silenceShareBps ?? null,
    sealedFiles: snapshot && releasedFiles(web().services.vault, job, snapshot),
    timeline: detail.timeline.map(toTimelineEntry),
    execution: describeExecution(detail),
    accounts: {
      ...detail.accounts,
      payments: detail.accounts.payments.map(({ isDeferred: deferred, ...payment }) => ({ ...payment, deferred })),
    },
    publication: publication && toPublicationReply(publication),
    exits: detail.exits.map((exit) => describeExit(exit, job.chainId)),
    onChain: detail.onChain ?? null,
  })
}

function describeExecution({ execution, waits: awaiting, verdictToPaymentSeconds }: JobDetail) {
  return {
    ...execution,
    awaiting,
    verdictToPaymentSeconds,
    assignments: execution.assignments.map((row) => ({ ...row, agent: row.agentAddress, offeredAt: row.createdAt })),
    failedAttempts: execution.failedAttempts.map((row) => toFailedAttemptAccount(row, 'another')),
    panel: execution.panel.map((row) => ({
      ...row,
      agent: row.agentAddress,
      isAlternate: row.naming > 1,
      hasAnswered: row.answeredAt !== null,
    })),
  }
}

function describeExit({ isOpen: open, call, ...exit }: Exit, chainId: number) {
  return { ...exit, open, call: { ...call, chainId, function: call.signature } }
}

export function toRetryReply({ retry, pendingActions }: ExecutionRetry) {
  return toWire(executionRetry, {
    ...retry,
    retry: retry.number,
    retriesLeft: executionRetriesMax - retry.number,
    requestedAt: retry.createdAt,
    pendingActions,
  })
}
