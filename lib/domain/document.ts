import type { AcceptanceFile } from './acceptance-files.ts'
import { type PolicyCommand, policyCommands, policyVersionOf } from './command-reports.ts'
import type { Terms } from './job.ts'
import { formatAmount } from './money.ts'
import type { SealedEvidence, SealedFile } from './sealed-files.ts'
import type { VerificationCommand } from './verification-command.ts'

/** Whether a settled result waits for the client's word before it is pushed to the repository. */
export type Publication = 'on_request' | 'automatic'

export type NormalisedIssue = {
  repository_id: number
  number: number
  url: string
  title: string
  body: string
  labels: string[]
  state: 'open' | 'closed'
  content_hash: `0x${string}`
}

/** What a client may still change about a draft; amounts in base units, windows in seconds. */
export type DraftContent = {
  title: string
  instructions: string
  acceptanceCriteria: string[]
  verificationCommands: VerificationCommand[]
  protectedPaths: string[]
  acceptanceFiles: AcceptanceFile[]
  /** Acceptance files whose bytes the task document does not have; none when left out. */
  sealedFiles?: readonly SealedFile[]
  /** What a rejected attempt's owner learns before the end of a job with sealed files; `outcome` when left out. */
  sealedEvidence?: SealedEvidence
  /** The worker of a later attempt learns why earlier ones failed, unless this is left out. */
  sharesFailedAttempts?: boolean
  publication: Publication
  baseBranch: string
  reward: bigint
  verifierFee: bigint
  verifiers: number
  quorum: number
  maxAttempts: number
  silenceShareBps: number
  openSeconds: number
  workSeconds: number
  verificationSeconds: number
}

export type TaskDocument = {
  schema: 'jobwright/task'
  version: 1 | 2
  salt: `0x${string}`
  repository: { id: number; full_name: string; private: boolean }
  issue: { number: number; url: string; title: string; content_hash: `0x${string}` }
  base: { branch: string; commit: string }
  title: string
  instructions: string
  acceptance_criteria: string[]
  acceptance_files: AcceptanceFile[]
  /** Of version 2 alone. */
  sealed_files?: SealedFile[]
}

export type PolicyDocument = {
  schema: 'jobwright/policy'
  version: 1 | 2 | 3
  salt: `0x${string}`
  chain_id: number
  escrow: `0x${string}`
  currency: 'USDC'
  reward: string
  verifier_fee: string
  verifiers: number
  quorum: number
  max_attempts: number
  work_seconds: number
  verification_seconds: number
  commands: PolicyCommand[]
  protected_paths: string[]
  publication: Publication
  /** Of version 3 alone. */
  sealed_evidence?: SealedEvidence
}

/** The task that the chain commits to: what to do, on which base, for which issue. */
export function taskDocument(source: {
  salt: `0x${string}`
  repository: TaskDocument['repository']
  issue: NormalisedIssue
  baseCommit: string
  content: DraftContent
}): TaskDocument {
  const { salt, repository, issue, content } = source
  const sealed = (content.sealedFiles ?? []).map(({ path, size, salted_sha256 }) => ({ path, size, salted_sha256 }))
  return {
    schema: 'jobwright/task',
    version: sealed.length > 0 ? 2 : 1,
    salt,
    repository,
    issue: { number: issue.number, url: issue.url, title: issue.title, content_hash: issue.content_hash },
    base: { branch: content.baseBranch, commit: source.baseCommit },
    title: content.title,
    instructions: content.instructions,
    acceptance_criteria: content.acceptanceCriteria,
    acceptance_files: content.acceptanceFiles,
    ...(sealed.length > 0 && { sealed_files: sealed }),
  }
}

/** The policy that the chain commits to: how the job is paid, timed and verified. */
export function policyDocument(source: {
  salt: `0x${string}`
  chainId: number
  escrow: `0x${string}`
  content: DraftContent
}): PolicyDocument {
  const { content } = source
  const version = policyVersionOf(content.verificationCommands, content.sealedFiles)
  return {
    schema: 'jobwright/policy',
    version,
    salt: source.salt,
    chain_id: source.chainId,
    escrow: source.escrow,
    currency: 'USDC',
    reward: formatAmount(content.reward),
    verifier_fee: formatAmount(content.verifierFee),
    verifiers: content.verifiers,
    quorum: content.quorum,
    max_attempts: content.maxAttempts,
    work_seconds: content.workSeconds,
    verification_seconds: content.verificationSeconds,
    commands: policyCommands(content.verificationCommands),
    protected_paths: content.protectedPaths,
    publication: content.publication,
    ...(version === 3 && { sealed_evidence: content.sealedEvidence ?? 'outcome' }),
  }
}

/** The contract terms of a draft locked at `now`, fundable until `fundBy` (seconds of the chain's clock). */
export function draftTerms(source: {
  ref: `0x${string}`
  taskCommitment: `0x${string}`
  policyCommitment: `0x${string}`
  now: bigint
  fundBy: bigint
  content: DraftContent
}): Terms {
  const { content } = source
  return {
    ref: source.ref,
    taskCommitment: source.taskCommitment,
    policyCommitment: source.policyCommitment,
    reward: content.reward,
    verifierFee: content.verifierFee,
    verifiers: content.verifiers,
    quorum: content.quorum,
    maxAttempts: content.maxAttempts,
    silenceShareBps: content.silenceShareBps,
    fundBy: source.fundBy,
    openUntil: source.now + BigInt(content.openSeconds),
    workWindow: BigInt(content.workSeconds),
    verificationWindow: BigInt(content.verificationSeconds),
  }
}
