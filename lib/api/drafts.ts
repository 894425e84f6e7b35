import { z } from 'zod'
import { draftStates } from '../domain/draft.ts'
import { jobStates } from '../domain/job.ts'
import { maxEntryLength, maxProtectedPaths } from '../domain/path-pattern.ts'
import { maxLikelyPaths, probeModes } from '../domain/probe.ts'
import { protectedPathProblem } from '../domain/protected-path.ts'
import { acceptanceFile, acceptanceFiles, sealedEvidence } from './acceptance-files.ts'
import { defineEndpoint } from './endpoint.ts'
import { hostFailures } from './host-failures.ts'
import { draftProbe } from './probe.ts'
import {
  action,
  hash,
  integerText,
  issueNumber,
  line,
  money,
  moneyInput,
  paymentInput,
  silenceShareBps,
  timestamp,
  uuid,
  versionInput,
} from './scalars.ts'
import { command, commandInput } from './verification-command.ts'

const tag = 'drafts'
const access = 'session'
const capability = 'client'

const publication = z.enum(['on_request', 'automatic']).meta({
  description: 'Whether a settled result waits for the client’s word before it is pushed to the repository.',
})

const sharesFailedAttempts = z.boolean().meta({
  description:
    'Whether the worker of a later attempt receives what verifiers answered about the earlier ones, as far as `sealed_evidence` allows. False when left out, and whenever `max_attempts` is 1: no later attempt follows.',
})

const seconds = z
  .int()
  .min(1, 'This must be at least 1 second.')
  .max(180 * 86_400, `This must be at most ${180 * 86_400} seconds, which is 180 days.`)

const protectedPath = z
  .string()
  .min(1)
  .max(maxEntryLength)
  .superRefine((entry, context) => {
    const message = protectedPathProblem(entry)
    if (message) context.addIssue({ code: 'custom', message })
  })

const editable = {
  title: line(3, 200),
  instructions: z.string().max(40_000),
  acceptance_criteria: z.array(line(1, 500)).max(30),
  verification_commands: z.array(commandInput).min(1).max(10),
  protected_paths: z.array(protectedPath).max(maxProtectedPaths).meta({
    description:
      'What a result may not add, change or remove. `*` stands for letters of one name, `**` for any folders; an entry without `*` is a path with everything below it. Paths begin at the top of the repository; `!` at the start, braces, brackets and `?` are no patterns, and an entry that can match nothing or reads as such a pattern is refused. Brackets that a name may have, such as `[id]`, stand for themselves; the review warns when such an entry matches no file. Of entries that mean the same, the first is kept.',
  }),
  acceptance_files: acceptanceFiles,
  sealed_evidence: sealedEvidence.optional(),
  shares_failed_attempts: sharesFailedAttempts.optional(),
  publication,
  base_branch: line(1, 250),
  reward: paymentInput,
  verifier_fee: moneyInput,
  verifiers: z.int().min(1).max(7),
  quorum: z.int().min(1).max(7),
  max_attempts: z.int().min(1).max(5),
  silence_share_bps: silenceShareBps.optional(),
  open_seconds: seconds,
  work_seconds: seconds,
  verification_seconds: seconds,
}

const finding = z
  .strictObject({
    code: z.string(),
    severity: z.enum(['blocking', 'warning']),
    pointer: z.string(),
    message: z.string(),
    next_action: z.string(),
    missing: z
      .array(z.string())
      .optional()
      .meta({ description: 'Entries that end the finding when they are added to the list at `pointer`.' }),
  })
  .meta({ id: 'Finding' })

const snapshot = z
  .strictObject({
    id: uuid,
    ref: hash,
    task_commitment: hash,
    policy_commitment: hash,
    task_document: z.record(z.string(), z.unknown()),
    policy_document: z.record(z.string(), z.unknown()),
    budget: money,
    fund_by: timestamp,
    open_until: timestamp,
    created_at: timestamp,
  })
  .meta({ id: 'FundingSnapshot', description: 'What is offered for funding, frozen.' })

export const draft = z
  .strictObject({
    id: uuid,
    state: z.enum(draftStates),
    version: z.int(),
    repository_access_id: uuid,
    repository_full_name: z.string(),
    issue: z.strictObject({
      number: z.int(),
      url: z.string(),
      title: z.string(),
      labels: z.array(z.string()),
      content_hash: hash,
    }),
    issue_change: z
      .strictObject({
        title: z.strictObject({ before: z.string(), after: z.string() }).nullable(),
        labels: z.strictObject({ added: z.array(z.string()), removed: z.array(z.string()) }).nullable(),
        body: z
          .array(z.strictObject({ kind: z.enum(['same', 'added', 'removed']), text: z.string() }))
          .nullable()
          .meta({ description: 'Line by line; long stretches without a change are left out.' }),
      })
      .nullable()
      .meta({ description: 'How the issue differs from what the draft was made of, as the last review found it.' }),
    warnings: z.array(z.strictObject({ code: z.string(), message: z.string() })),
    title: z.string(),
    instructions: z.string(),
    acceptance_criteria: z.array(z.string()),
    verification_commands: z.array(command),
    protected_paths: z.array(z.string()),
    acceptance_files: z.array(acceptanceFile).meta({ description: 'The open ones first.' }),
    sealed_evidence: sealedEvidence,
    shares_failed_attempts: sharesFailedAttempts,
    publication,
    base_branch: z.string(),
    base_commit: z.string().nullable(),
    reward: money,
    verifier_fee: money,
    verifiers: z.int(),
    quorum: z.int(),
    max_attempts: z.int(),
    silence_share_bps: silenceShareBps,
    open_seconds: z.int(),
    work_seconds: z.int(),
    verification_seconds: z.int(),
    budget: money.meta({ description: 'Reward plus every verifier fee that could fall due; what funding locks.' }),
    findings: z.array(finding),
    reviewed_at: timestamp.nullable(),
    probe: draftProbe.nullable().meta({ description: 'What a verifier saw when it tried the commands on the base.' }),
    snapshot: snapshot.nullable(),
    onchain_job_id: integerText.nullable(),
    job_state: z.enum(jobStates).nullable().meta({ description: 'Of the funded job.' }),
    next_actions: z.array(action),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Draft' })

export const params = z.strictObject({ id: uuid })
const changeFailures = [
  'not_found',
  'draft_locked',
  'stale_version',
  'precondition_failed',
  'precondition_required',
] as const

export const createDraftEndpoint = defineEndpoint('createDraft', {
  tag,
  summary: 'Create a draft from an issue',
  description:
    'The issue is read and normalised again. What is left out takes a default: title and instructions from the issue, base branch from the repository, terms from the policy defaults. Protected by default is what judges a result: files that the commands name, tests, manifests and the configuration of test runners.',
  access,
  scope: 'drafts:write',
  capability,
  versioned: 'create',
  body: z
    .strictObject({
      repository_access_id: uuid,
      number: issueNumber,
      content_hash: hash.optional().meta({ description: 'Of the preview; refused when the issue has changed since.' }),
      terms_from: uuid.optional().meta({
        description:
          'A funded draft of yours. Reward, fee, verifiers, quorum, attempts, share, windows and publication are taken from it where this body leaves them out.',
      }),
      ...z.strictObject(editable).partial().shape,
    })
    .meta({ id: 'DraftCreation' }),
  reply: { status: 201, schema: draft, description: 'The draft.' },
  failures: ['not_found', 'draft_exists', 'issue_not_usable', 'stale_version', ...hostFailures],
})

export const duplicateDraftEndpoint = defineEndpoint('duplicateDraft', {
  tag,
  summary: 'Duplicate a draft',
  description:
    'A new draft of the same issue with the task, checks and terms of this one. The issue is read again; when it has changed, `issue_change` says how. Refused while the issue is closed or has a draft that is not funded.',
  access,
  scope: 'drafts:write',
  capability,
  versioned: 'create',
  params,
  reply: { status: 201, schema: draft, description: 'The new draft.' },
  failures: ['not_found', 'draft_exists', 'issue_not_usable', ...hostFailures],
})

export const getDraftEndpoint = defineEndpoint('getDraft', {
  tag,
  summary: 'Read a draft',
  description: 'With findings, the frozen snapshot when there is one, and what can be done next.',
  access,
  scope: 'drafts:read',
  capability,
  versioned: 'read',
  params,
  reply: { status: 200, schema: draft, description: 'The draft; its version is the ETag.' },
  failures: ['not_found'],
})

const version = versionInput
  .optional()
  .meta({ description: 'The version that this change is based on; or send If-Match.' })

export const replaceDraftEndpoint = defineEndpoint('replaceDraft', {
  tag,
  summary: 'Replace a draft',
  description: 'Every editable field is required.',
  access,
  scope: 'drafts:write',
  capability,
  versioned: 'write',
  params,
  body: z.strictObject({ version, ...editable }).meta({ id: 'DraftReplacement' }),
  reply: { status: 200, schema: draft, description: 'The draft.' },
  failures: changeFailures,
})

export const updateDraftEndpoint = defineEndpoint('updateDraft', {
  tag,
  summary: 'Change parts of a draft',
  description:
    'Only the named fields change. A READY draft goes back to DRAFT. Other commands or another base branch add to the protected paths what judges a result then.',
  access,
  scope: 'drafts:write',
  capability,
  versioned: 'write',
  params,
  body: z.strictObject({ version, ...z.strictObject(editable).partial().shape }).meta({ id: 'DraftUpdate' }),
  reply: { status: 200, schema: draft, description: 'The draft.' },
  failures: changeFailures,
})

export const deleteDraftEndpoint = defineEndpoint('deleteDraft', {
  tag,
  summary: 'Delete a draft',
  description: 'While DRAFT or READY, or LOCKED without a live transaction. Snapshots that were offered are kept.',
  access,
  scope: 'drafts:write',
  capability,
  params,
  reply: { status: 204, description: 'Deleted.' },
  failures: ['not_found', 'draft_locked'],
})

export const reviewDraftEndpoint = defineEndpoint('reviewDraft', {
  tag,
  summary: 'Review a draft',
  description:
    'Checks issue, access, repository, base branch, amounts, windows and wallet against their sources. READY when nothing blocks. Unlocks a LOCKED draft that has no live transaction. Reports each default protected path that was removed. By default, and where nothing blocks, one verifier of another owner tries the commands on the base: the draft stays DRAFT while `probe.state` is RUNNING, for two minutes at most; read it again until that ends.',
  access,
  scope: 'drafts:write',
  capability,
  params,
  body: z
    .strictObject({
      probe_mode: z.enum(probeModes).optional().meta({
        description:
          '`run` takes a report that still holds, else asks one verifier of another owner; it is shown the repository’s address, the commands and the acceptance files. `repeat` asks another one; what only one of two saw does not block. `skip` asks nobody, and what an earlier probe found does not block. Left out, it is `run` for a public repository and `skip` for a private one.',
      }),
      likely_paths: z.array(z.string().min(1).max(400)).max(maxLikelyPaths).optional().meta({
        description:
          'Files that the work will probably touch; deliberate faults are tried there. Left out, in files that the tests load.',
      }),
    })
    .meta({ id: 'DraftReview' }),
  reply: { status: 200, schema: draft, description: 'The draft with its findings.' },
  failures: ['not_found', 'draft_locked', 'state_conflict', 'chain_unavailable', ...hostFailures],
})
