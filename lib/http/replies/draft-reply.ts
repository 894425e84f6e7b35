import type { DraftRow, SnapshotRow } from '../../data/drafts.ts'
import type { DraftFile } from '../../domain/acceptance-files.ts'
import type { Publication } from '../../domain/document.ts'
import { budgetOf, toMoney } from '../../domain/money.ts'
import type { SealedEvidence } from '../../domain/sealed-files.ts'
import type { VerificationCommand } from '../../domain/verification-command.ts'
import type { OfferedDraft } from '../../usecases/drafts/offer-actions.ts'
import { filesOf, type WrittenContent } from '../../usecases/drafts/sealed-drafts.ts'
import { web } from '../web.ts'
import { toIssueChange } from './issue-change.ts'
import { toDraftProbe } from './probe-reply.ts'

export function toDraftReply(view: OfferedDraft) {
  const { draft, snapshot } = view
  return {
    ...toDraftSummary(view),
    instructions: draft.instructions,
    acceptance_files: filesOf(web().services.vault, draft),
    issue_change: draft.previousIssue && toIssueChange(draft.previousIssue, draft.issue),
    snapshot: snapshot && snapshotReply(snapshot),
    probe: view.probe && toDraftProbe(view.probe),
  }
}

/** As a list shows it. */
export function toDraftSummary({ draft, onchainJobId, jobState, nextActions }: OfferedDraft) {
  const { number, url, title, labels, content_hash } = draft.issue
  return {
    id: draft.id,
    state: draft.state,
    version: draft.version,
    repository_access_id: draft.repositoryAccessId,
    repository_full_name: draft.repositoryFullName,
    issue: { number, url, title, labels, content_hash },
    warnings: draft.warnings,
    ...contentReply(draft),
    base_commit: draft.baseCommit,
    budget: toMoney(budgetOf(draft)),
    findings: draft.findings,
    reviewed_at: draft.reviewedAt?.toISOString() ?? null,
    onchain_job_id: onchainJobId?.toString() ?? null,
    job_state: jobState,
    next_actions: nextActions,
    created_at: draft.createdAt.toISOString(),
    updated_at: draft.updatedAt.toISOString(),
  }
}

function contentReply(draft: DraftRow) {
  return {
    title: draft.title,
    acceptance_criteria: draft.acceptanceCriteria,
    verification_commands: draft.verificationCommands,
    protected_paths: draft.protectedPaths,
    sealed_evidence: draft.sealedEvidence,
    shares_failed_attempts: draft.sharesFailedAttempts,
    publication: draft.publication,
    base_branch: draft.baseBranch,
    reward: toMoney(draft.reward),
    verifier_fee: toMoney(draft.verifierFee),
    verifiers: draft.verifiers,
    quorum: draft.quorum,
    max_attempts: draft.maxAttempts,
    silence_share_bps: draft.silenceShareBps,
    open_seconds: draft.openSeconds,
    work_seconds: draft.workSeconds,
    verification_seconds: draft.verificationSeconds,
  }
}

function snapshotReply(snapshot: SnapshotRow) {
  return {
    id: snapshot.id,
    ref: snapshot.ref,
    task_commitment: snapshot.taskCommitment,
    policy_commitment: snapshot.policyCommitment,
    task_document: { ...snapshot.taskDocument },
    policy_document: { ...snapshot.policyDocument },
    budget: toMoney(snapshot.budget),
    fund_by: toTime(snapshot.fundBy),
    open_until: toTime(snapshot.openUntil),
    created_at: snapshot.createdAt.toISOString(),
  }
}

/** ISO time of chain seconds. */
export function toTime(seconds: bigint): string {
  return new Date(Number(seconds) * 1_000).toISOString()
}

type WireContent = Partial<{
  title: string
  instructions: string
  acceptance_criteria: string[]
  verification_commands: VerificationCommand[]
  protected_paths: string[]
  acceptance_files: DraftFile[]
  sealed_evidence: SealedEvidence
  shares_failed_attempts: boolean
  publication: Publication
  base_branch: string
  reward: bigint
  verifier_fee: bigint
  verifiers: number
  quorum: number
  max_attempts: number
  silence_share_bps: number
  open_seconds: number
  work_seconds: number
  verification_seconds: number
}>

/** The named fields of a draft's content; what was left out stays out. */
export function parseDraftContent(
  wire: { [Name in keyof WireContent]: WireContent[Name] | undefined },
): Partial<WrittenContent> {
  const content = {
    title: wire.title,
    instructions: wire.instructions,
    acceptanceCriteria: wire.acceptance_criteria,
    verificationCommands: wire.verification_commands,
    protectedPaths: wire.protected_paths,
    acceptanceFiles: wire.acceptance_files,
    sealedEvidence: wire.sealed_evidence,
    sharesFailedAttempts: wire.shares_failed_attempts,
    publication: wire.publication,
    baseBranch: wire.base_branch,
    reward: wire.reward,
    verifierFee: wire.verifier_fee,
    verifiers: wire.verifiers,
    quorum: wire.quorum,
    maxAttempts: wire.max_attempts,
    silenceShareBps: wire.silence_share_bps,
    openSeconds: wire.open_seconds,
    workSeconds: wire.work_seconds,
    verificationSeconds: wire.verification_seconds,
  }
  return Object.fromEntries(
    Object.entries(content).filter(([, value]) => value !== undefined),
  ) as Partial<WrittenContent>
}
