import type { EventRow } from '../../data/events.ts'
import type { JobView } from '../../data/jobs.ts'
import { executionRetriesMax } from '../../domain/job.ts'
import { toMoney } from '../../domain/money.ts'
import { releasedFiles } from '../../usecases/drafts/sealed-drafts.ts'
import type { Exit } from '../../usecases/jobs/exits.ts'
import type { JobAccounts } from '../../usecases/jobs/job-accounts.ts'
import type { JobDetail } from '../../usecases/jobs/read-job.ts'
import type { ExecutionRetry } from '../../usecases/jobs/retry-execution.ts'
import { web } from '../web.ts'
import { toTime } from './draft-reply.ts'
import { toFailedAttemptAccount } from './failed-attempt-reply.ts'
import { toPublicationReply } from './publication-reply.ts'
import { toWorkerReputationReply } from './reputation-reply.ts'

export function toJobReply({ job, draft, snapshot }: JobView) {
  const { settings, chain } = web().services
  return {
    onchain_job_id: job.onchainJobId.toString(),
    chain_id: job.chainId,
    escrow: chain.escrow,
    state: job.state,
    recognised: snapshot !== null,
    draft_id: job.draftId,
    title: draft?.title ?? snapshot?.taskDocument.title ?? 'Unrecognised job',
    repository_full_name: draft?.repositoryFullName ?? null,
    issue_number: draft?.issueNumber ?? null,
    client_address: job.clientAddress,
    budget: toMoney(job.budget),
    held: toMoney(job.held),
    open_until: toTime(job.openUntil),
    evidence: {
      transaction_hash: job.transactionHash,
      block_number: job.blockNumber.toString(),
      block_hash: job.blockHash,
      log_index: job.logIndex,
      explorer_url: settings.explorerUrl && `${settings.explorerUrl}/tx/${job.transactionHash}`,
    },
    created_at: job.createdAt.toISOString(),
    updated_at: job.updatedAt.toISOString(),
  }
}

export function toTimelineEntry(event: EventRow) {
  return {
    name: event.name,
    from: event.fromState,
    to: event.toState,
    at: event.createdAt.toISOString(),
    evidence: event.evidence,
  }
}

export function toJobDetailReply(detail: JobDetail) {
  const { job, snapshot } = detail
  return {
    ...toJobReply(detail),
    commitments: { ref: job.ref, task: snapshot?.taskCommitment ?? null, policy: snapshot?.policyCommitment ?? null },
    task_document: snapshot && { ...snapshot.taskDocument },
    policy_document: snapshot && { ...snapshot.policyDocument },
    silence_share_bps: snapshot?.silenceShareBps ?? null,
    sealed_files: snapshot && releasedFiles(web().services.vault, job, snapshot),
    timeline: detail.timeline.map(toTimelineEntry),
    timeline_cursor: detail.timelineCursor,
    execution: toExecutionReply(detail),
    accounts: toAccountsReply(detail.accounts),
    worker_reputation: detail.workerReputation && toWorkerReputationReply(detail.workerReputation),
    publication: detail.publication ? toPublicationReply(detail.publication) : null,
    pending_actions: detail.pendingActions,
    retries: {
      used: detail.retries.used,
      left: detail.retries.left,
      can_retry: detail.retries.canRetry,
      reason: detail.retries.reason,
    },
    exits: detail.exits.map((exit) => toExitReply(exit, job.chainId)),
    on_chain: detail.onChain
      ? { state: detail.onChain.state, held: toMoney(detail.onChain.held), attempt: detail.onChain.attempt }
      : null,
  }
}

function toExecutionReply({ execution, waits, verdictToPaymentSeconds }: JobDetail) {
  const { phase, reason, assignments, panel, failedAttempts } = execution
  return {
    phase,
    reason,
    awaiting: waits.map(({ what, who, until, afterwards }) => ({
      ...{ what, who, afterwards },
      until: until === null ? null : toTime(until),
    })),
    verdict_to_payment_seconds: verdictToPaymentSeconds,
    assignments: assignments.map((row) => ({
      agent: row.agentAddress,
      state: row.state,
      attempt: row.attempt,
      work_by: row.workBy === null ? null : toTime(row.workBy),
      end_cause: row.endCause,
      offered_at: row.createdAt.toISOString(),
      ended_at: row.endedAt?.toISOString() ?? null,
    })),
    failed_attempts: failedAttempts.map((row) => toFailedAttemptAccount(row, 'another')),
    panel: panel.map((row) => ({
      agent: row.agentAddress,
      seat: row.seat,
      is_alternate: row.naming > 1,
      state: row.state,
      has_answered: row.answeredAt !== null,
      verify_by: row.verifyBy === null ? null : toTime(row.verifyBy),
    })),
  }
}

function toAccountsReply({ funded, paid, held, payments }: JobAccounts) {
  return {
    funded: toMoney(funded),
    paid: toMoney(paid),
    held: toMoney(held),
    payments: payments.map((payment) => ({
      kind: payment.kind,
      to: payment.to,
      role: payment.role,
      amount: toMoney(payment.amount),
      deferred: payment.isDeferred,
      transaction_hash: payment.transactionHash,
      block_number: payment.blockNumber.toString(),
    })),
  }
}

function toExitReply(exit: Exit, chainId: number) {
  const { code, who, text, call } = exit
  return {
    code,
    who,
    text,
    open: exit.isOpen,
    opens_at: exit.opensAt === null ? null : toTime(exit.opensAt),
    closes_at: exit.closesAt === null ? null : toTime(exit.closesAt),
    call: {
      chain_id: chainId,
      contract: call.contract,
      function: call.signature,
      arguments: call.arguments,
      calldata: call.calldata,
    },
  }
}

export function toRetryReply({ retry, pendingActions }: ExecutionRetry) {
  return {
    onchain_job_id: retry.onchainJobId.toString(),
    attempt: retry.attempt,
    retry: retry.number,
    retries_left: executionRetriesMax - retry.number,
    requested_at: retry.createdAt.toISOString(),
    pending_actions: pendingActions,
  }
}
