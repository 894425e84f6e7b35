import { z } from 'zod'
import { jobStates } from '../domain/job.ts'
import { challengeFailures, challengeOrUnderway } from './challenge.ts'
import { defineEndpoint } from './endpoint.ts'
import { hostFailures } from './host-failures.ts'
import { accounts, execution, exit, timelineEntry } from './job-parts.ts'
import { publication } from './publishing.ts'
import { workerReputation } from './reputation.ts'
import {
  action,
  address,
  base64,
  cursor,
  hash,
  integerText,
  limit,
  money,
  page,
  silenceShareBps,
  timestamp,
  uuid,
} from './scalars.ts'
import { releasedFiles } from './sealed-files.ts'
import { fileChanges, gitId } from './signed-results.ts'

const tag = 'jobs'
const access = 'session'
const capability = 'client'

export const job = z.strictObject({
  onchain_job_id: integerText,
  chain_id: z.int(),
  escrow: address,
  state: z.enum(jobStates),
  recognised: z
    .boolean()
    .meta({ description: 'False for a job of this wallet that was not created through this service.' }),
  draft_id: uuid.nullable(),
  title: z.string(),
  repository_full_name: z.string().nullable(),
  issue_number: z.int().nullable(),
  client_address: address,
  budget: money,
  held: money.meta({ description: 'What the escrow holds for this job now.' }),
  open_until: timestamp,
  evidence: z.strictObject({
    transaction_hash: hash,
    block_number: integerText,
    block_hash: hash,
    log_index: z.int(),
    explorer_url: z.string().nullable(),
  }),
  created_at: timestamp,
  updated_at: timestamp,
})

export const jobDetail = job
  .extend({
    commitments: z.strictObject({ ref: hash, task: hash.nullable(), policy: hash.nullable() }),
    task_document: z.record(z.string(), z.unknown()).nullable(),
    policy_document: z.record(z.string(), z.unknown()).nullable(),
    silence_share_bps: silenceShareBps.nullable().meta({
      description:
        'Share of the reward, in ten-thousandths, that the worker gets for a delivered result that is not decided in time. Null if this service does not know the terms.',
    }),
    sealed_files: releasedFiles,
    timeline: z.array(timelineEntry).meta({ description: 'The newest 100 events, oldest first.' }),
    timeline_cursor: z.string().nullable().meta({
      description: 'Cursor of the earlier events at `…/timeline/`; null if all events are included.',
      example: null,
    }),
    execution,
    accounts,
    worker_reputation: workerReputation.nullable().meta({
      description: 'Reputation of the worker that has the job, or had it last; null before the first.',
    }),
    publication: publication
      .nullable()
      .meta({ description: 'Null until publication of the settled result is requested.' }),
    pending_actions: z.array(action),
    retries: z.strictObject({ used: z.int(), left: z.int(), can_retry: z.boolean(), reason: z.string().nullable() }),
    exits: z.array(exit),
    on_chain: z
      .strictObject({ state: z.enum(jobStates), held: money, attempt: z.int() })
      .nullable()
      .meta({
        description:
          'What the contract records at the newest block, final or not. Null if the chain could not be read: actions and exits are then unknown, not absent.',
      }),
  })
  .meta({ id: 'JobDetail' })

const params = z.strictObject({ onchain_job_id: integerText })

export const getJobEndpoint = defineEndpoint('getJob', {
  tag,
  summary: 'Read a funded job',
  description: 'Includes its documents, commitments, evidence and timeline, and who can do what until when.',
  access,
  scope: 'jobs:read',
  capability,
  params,
  reply: { status: 200, schema: jobDetail, description: 'The job.' },
  failures: ['not_found'],
})

export const listJobTimelineEndpoint = defineEndpoint('listJobTimeline', {
  tag,
  summary: 'List what happened to a job',
  description: 'Lists events, newest first, each with its evidence.',
  access,
  scope: 'jobs:read',
  capability,
  params,
  query: z.strictObject({ limit, cursor }),
  reply: { status: 200, schema: page(timelineEntry, 'JobTimelinePage'), description: 'A page.' },
  failures: ['not_found'],
})

export const createActionChallengeEndpoint = defineEndpoint('createActionChallenge', {
  tag,
  summary: 'Cancel a job or claim its refund',
  description:
    'Reads the contract now and creates the challenge for the one client action that it allows. If you name another action, the request is refused and the problem says what is allowed. Returns the same challenge while one is live, or `underway` with its transaction once it was approved.',
  access,
  capability,
  params,
  body: z.strictObject({ action: z.enum(['cancel', 'refund']).optional() }).meta({ id: 'JobAction' }),
  idempotency: 'required',
  rate: 'money',
  holdsSecret: true,
  reply: {
    status: 200,
    schema: z
      .discriminatedUnion('status', challengeOrUnderway({ action: z.enum(['cancel', 'refund']) }))
      .meta({ id: 'ActionChallenge' }),
    description: 'The challenge to approve, or the transaction once it was approved.',
  },
  failures: [...challengeFailures, 'action_not_allowed'],
})

export const executionRetry = z
  .strictObject({
    onchain_job_id: integerText,
    attempt: z.int(),
    retry: z.int().min(1).max(3).meta({ description: 'The number of this retry, from 1 to 3.' }),
    retries_left: z.int().min(0).max(2),
    requested_at: timestamp,
    pending_actions: z.array(action),
  })
  .meta({ id: 'ExecutionRetry' })

export const retryExecutionEndpoint = defineEndpoint('retryExecution', {
  tag,
  summary: 'Retry a stalled execution',
  description:
    'For a job whose worker no longer sends heartbeats: announces the end of its assignment on chain. The agent can object within the notice period; otherwise the job then opens for another worker. Allowed three times per job and once per attempt; repeating it for the same attempt changes nothing. Task, policy and their commitments stay as funded.',
  access,
  capability,
  params,
  idempotency: 'required',
  rate: 'money',
  reply: {
    status: 202,
    schema: executionRetry,
    description: 'The end of the assignment was requested.',
  },
  failures: ['not_found', 'execution_not_stalled', 'retry_limit_reached', 'chain_unavailable'],
})

export const jobResult = z
  .strictObject({
    onchain_job_id: integerText,
    attempt: z.int(),
    is_content_released: z.boolean().meta({
      description:
        'True once the worker is paid for this result: the reward, or the share for a result that was not decided. The share does not release the content if a quorum of the verifiers found that the job’s commands, files or repository cannot decide.',
    }),
    result_commitment: hash,
    result_document: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The keccak256 hash of its canonical JSON is the commitment.' }),
    files: z.array(
      z.strictObject({
        path: z.string(),
        mode: z.enum(['100644', '100755']).nullable().meta({ description: 'Null for a removed file.' }),
        bytes: z.int(),
        executed_by: z.string().nullable().meta({
          description:
            'What executes or applies this file automatically once it is on a branch; null if the file matters only when the program runs.',
          example: 'the package manager',
        }),
      }),
    ),
    changes: fileChanges.nullable(),
    summary: z.string().nullable().meta({ description: 'The worker’s own words. Untrusted text.' }),
    verdicts: z.array(
      z.strictObject({
        agent: address,
        outcome: z.enum(['PASS', 'FAIL']),
        evidence_hash: hash,
        evidence: z.record(z.string(), z.unknown()).nullable().meta({
          description:
            'What the verifier saw. Until the content is released, output, digests and lines of the result are left out; `evidence_hash` covers the complete evidence.',
        }),
        recorded: z.boolean(),
      }),
    ),
    submitted_at: timestamp,
  })
  .meta({ id: 'JobResultView' })

export const getJobResultEndpoint = defineEndpoint('getJobResult', {
  tag,
  summary: 'Read a job’s result',
  description:
    'Until the content is released, you get the commitment and the list of files with their sizes. After that you also get the content, which you can check against the commitment on chain.',
  access,
  scope: 'jobs:read',
  capability,
  params,
  reply: {
    status: 200,
    schema: jobResult,
    description: 'The newest attempt’s result.',
  },
  failures: ['not_found'],
})

export const resultBase = z
  .strictObject({
    onchain_job_id: integerText,
    base_commit: gitId,
    path: z.string(),
    state: z.enum(['present', 'absent', 'too_large', 'not_a_file']).meta({
      description:
        '`absent`: the result adds the file. `too_large`: over a megabyte, so it is not returned. `not_a_file`: a folder, a link or a submodule.',
      example: 'present',
    }),
    bytes: z.int().nullable(),
    content: base64
      .nullable()
      .meta({ description: 'Base64; null unless `state` is `present`.', example: 'ZXhwb3J0IHt9Cg==' }),
  })
  .meta({ id: 'ResultBaseFile' })

export const getResultBaseFileEndpoint = defineEndpoint('getResultBaseFile', {
  tag,
  summary: 'Read a file as it was before the result',
  description:
    'Returns one file of the job’s repository at its base commit, so that you can view the result as a diff. It is read at the repository host with your own rights. Works only for files that the result changes, and only once its content is released. The response never changes; your browser may cache it for a day.',
  access,
  scope: 'jobs:read',
  capability,
  params,
  query: z.strictObject({
    path: z
      .string()
      .min(1)
      .max(1_024)
      .meta({ description: 'The path as in `files` of the result.', example: 'index.js' }),
  }),
  isImmutable: true,
  reply: {
    status: 200,
    schema: resultBase,
    description: 'The file, or why it cannot be shown.',
  },
  failures: ['not_found', 'state_conflict', ...hostFailures],
})
