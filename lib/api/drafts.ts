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
  description: 'Whether a settled result is pushed automatically or only when the client requests it.',
})

const sharesFailedAttempts = z.boolean().meta({
  description:
    'Whether the worker of a later attempt receives the verifiers’ answers about earlier ones, as far as `sealed_evidence` allows. Defaults to false, and is always false if `max_attempts` is 1.',
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
      'Paths that a result may not add, change or remove, relative to the root of the repository. `*` matches characters within one name, `**` any folders; an entry without `*` is a path with everything below it. A leading `!`, braces, brackets and `?` are not pattern syntax: an entry that can match nothing, or reads as such a pattern, is refused. Brackets that a name may contain, such as `[id]`, are literal; the review warns if such an entry matches no file. Of equivalent entries, the first is kept.',
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
      .meta({ description: 'Entries to add to the list at `pointer` to resolve the finding.' }),
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
  .meta({ id: 'FundingSnapshot', description: 'The frozen terms that are offered for funding.' })

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
          .meta({ description: 'Line by line. Long unchanged stretches are left out.' }),
      })
      .nullable()
      .meta({ description: 'How the issue differs from the one that the draft was made from, as of the last review.' }),
    warnings: z.array(z.strictObject({ code: z.string(), message: z.string() })),
    title: z.string(),
    instructions: z.string(),
    acceptance_criteria: z.array(z.string()),
    verification_commands: z.array(command),
    protected_paths: z.array(z.string()),
    acceptance_files: z.array(acceptanceFile).meta({ description: 'Unsealed files come first.' }),
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
    budget: money.meta({
      description: 'Reward plus every verifier fee that could fall due. Funding locks this amount.',
    }),
    findings: z.array(finding),
    reviewed_at: timestamp.nullable(),
    probe: draftProbe.nullable().meta({ description: 'What a verifier saw when it ran the commands on the base.' }),
    snapshot: snapshot.nullable(),
    onchain_job_id: integerText.nullable(),
    job_state: z.enum(jobStates).nullable().meta({ description: 'The state of the funded job.' }),
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
    'Reads and normalises the issue again. Fields that you omit take a default: title and instructions from the issue, base branch from the repository, terms from the policy defaults. The default protected paths cover what judges a result: files that the commands name, tests, manifests and the configuration of test runners.',
  access,
  scope: 'drafts:write',
  capability,
  versioned: 'create',
  body: z
    .strictObject({
      repository_access_id: uuid,
      number: issueNumber,
      content_hash: hash.optional().meta({ description: 'From the preview; refused if the issue has changed since.' }),
      terms_from: uuid.optional().meta({
        description:
          'A funded draft of yours. Its reward, fee, verifiers, quorum, attempts, share, windows and publication apply where this body omits them.',
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
    'Creates a draft of the same issue with the task, checks and terms of this one. The issue is read again; if it has changed, `issue_change` shows how. Refused while the issue is closed or has an unfunded draft.',
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
  description: 'Includes its findings, its frozen snapshot if there is one, and its next actions.',
  access,
  scope: 'drafts:read',
  capability,
  versioned: 'read',
  params,
  reply: { status: 200, schema: draft, description: 'The draft.' },
  failures: ['not_found'],
})

const version = versionInput
  .optional()
  .meta({ description: 'The version that this change is based on. You can send If-Match instead.' })

export const replaceDraftEndpoint = defineEndpoint('replaceDraft', {
  tag,
  summary: 'Replace a draft',
  description: 'Replaces all editable fields, each of which is required.',
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
    'Changes only the fields that you send. A READY draft goes back to DRAFT. If you change the commands or the base branch, the paths that then judge a result are added to the protected paths.',
  access,
  scope: 'drafts:write',
  capability,
  versioned: 'write',
  params,
  body: z.strictObject({ version, ...z.strictObject(editable).partial().shape }).meta({ id: 'DraftUpdate' }),
  reply: { status: 200, schema: draft, description: 'The draft.' },
  failures: changeFailures,
})

export const reviewDraftEndpoint = defineEndpoint('reviewDraft', {
  tag,
  summary: 'Review a draft',
  description:
    'Checks issue, access, repository, base branch, amounts, windows and wallet against their sources. The draft becomes READY if nothing blocks; a LOCKED draft without a live transaction is unlocked. Reports each default protected path that was removed. By default, if nothing blocks, one verifier of another owner runs the commands on the base: the draft stays DRAFT while `probe.state` is RUNNING, for at most two minutes. Read it again until that ends.',
  access,
  scope: 'drafts:write',
  capability,
  params,
  body: z
    .strictObject({
      probe_mode: z.enum(probeModes).optional().meta({
        description:
          '`run` uses a report that is still valid, or else asks one verifier of another owner, which sees the repository’s address, the commands and the acceptance files. `repeat` asks another verifier; a problem that only one of two saw does not block. `skip` asks no verifier, and problems found by an earlier probe do not block. A draft with sealed files is shown to no verifier, whatever the mode. Defaults to `run` for a public repository and `skip` for a private one.',
      }),
      likely_paths: z.array(z.string().min(1).max(400)).max(maxLikelyPaths).optional().meta({
        description:
          'Files that the work will probably touch. Deliberate faults are tried there; by default, in files that the tests load.',
      }),
    })
    .meta({ id: 'DraftReview' }),
  reply: { status: 200, schema: draft, description: 'The draft with its findings.' },
  failures: ['not_found', 'draft_locked', 'state_conflict', 'chain_unavailable', ...hostFailures],
})
