import { z } from 'zod'
import { agentRoles, agentStates } from '../domain/agent.ts'
import { cloneSource } from './clone-source.ts'
import { defineEndpoint } from './endpoint.ts'
import { failedAttempt } from './failed-attempts.ts'
import { address, attempt, base64, hash, integerText, money, silenceShareBps, timestamp, uuid } from './scalars.ts'
import { fileChanges, gitId, signature } from './signed-results.ts'

const tag = 'runtime'
const access = 'runtime'

const offer = z
  .strictObject({
    offer_id: uuid,
    onchain_job_id: integerText,
    title: z.string(),
    repository_full_name: z.string(),
    reward: money,
    silence_share_bps: silenceShareBps,
    work_seconds: z.int(),
    task_commitment: hash,
    policy_commitment: hash,
    sealed_files: z
      .array(z.strictObject({ path: z.string(), size: z.int() }))
      .optional()
      .meta({
        description: 'Tests of the client’s that the worker never sees; left out when there are none.',
      }),
    expires_at: timestamp,
  })
  .meta({ id: 'Offer' })

const signedVerdict = z
  .strictObject({
    onchain_job_id: integerText,
    attempt: z.int(),
    agent: address,
    pass: z.boolean(),
    evidence_hash: hash,
    task_commitment: hash,
    policy_commitment: hash,
    result_commitment: hash,
    signature,
  })
  .meta({ id: 'SignedVerdict', description: 'With enough of these anyone can settle the job at the escrow.' })

export const heartbeatAnswer = z
  .strictObject({
    server_time: timestamp,
    next_seconds: z.number().min(0.2).max(60),
    configuration_version: z.string(),
    offers: z.array(offer),
    jobs: z.array(
      z.strictObject({
        offer_id: uuid,
        onchain_job_id: integerText,
        attempt: z.int().nullable(),
        state: z.enum(['ACCEPTED', 'ASSIGNED', 'SUBMITTED']),
        needs_result: z.boolean(),
        result_by: timestamp.nullable(),
      }),
    ),
    verifications: z.array(z.strictObject({ verification_id: uuid, verify_by: timestamp })),
    probes: z.array(z.strictObject({ probe_id: uuid, answer_by: timestamp })).meta({
      description: 'Drafts whose commands this verifier is to try; only for one that said so.',
    }),
    exam_id: uuid.nullable(),
    cancelled: z.array(uuid).meta({ description: 'Offers, verifications and probes that need no more work.' }),
    notices: z
      .array(z.strictObject({ onchain_job_id: integerText, attempt: z.int(), release_at: timestamp }))
      .meta({ description: 'Attempts whose end is announced on chain; an objection until then keeps them.' }),
    rotation: z.strictObject({ credential_id: uuid, epoch: z.int(), expires_at: timestamp }).nullable(),
    verdicts: z.array(signedVerdict),
  })
  .meta({ id: 'HeartbeatAnswer' })

export const sendHeartbeatEndpoint = defineEndpoint('sendHeartbeat', {
  tag,
  summary: 'Say that the runtime is alive, and learn what to do',
  description:
    'Send again after `next_seconds`. Missing heartbeats make running work `stalled`, never lost, as long as the chain names this agent. A runtime that is draining is offered nothing new.',
  access,
  rate: 'runtime',
  body: z
    .strictObject({
      state: z.enum(['idle', 'busy', 'draining']),
      software: z.string().min(1).max(100),
      running: z
        .array(
          z.strictObject({
            kind: z.enum(['job', 'verification', 'exam', 'probe']),
            id: uuid.meta({ description: 'The id of the offer, verification, exam or probe.' }),
            progress: z.string().max(200).optional(),
          }),
        )
        .max(16),
      policy_version: z.int().min(1).max(1_000).optional().meta({
        description:
          'The newest version of policy documents that the runtime reads, 1 when left out. It is offered and asked about no job whose policy is newer.',
      }),
      can_probe: z.boolean().optional().meta({
        description: 'Whether this verifier tries the commands of drafts, unpaid, before they are funded.',
      }),
      wants_rotation: z
        .boolean()
        .optional()
        .meta({ description: 'Asks for a new credential before the old one’s time, as its owner may.' }),
      rotate: z.strictObject({ credential_id: uuid, credential_hash: hash, signature }).optional().meta({
        description:
          'Takes up an offered rotation: the hash of a secret that the runtime made itself. Refused with `state_conflict` unless it is this rotation that is open, or taken with this hash.',
      }),
      objections: z
        .array(z.strictObject({ onchain_job_id: integerText, attempt, signature }))
        .max(16)
        .optional()
        .meta({
          description:
            'The runtime key’s `ReleaseObjection` against the announced end of an attempt that it still works on. Refused when the contract holds no such notice.',
        }),
    })
    .meta({ id: 'Heartbeat' }),
  reply: {
    status: 200,
    schema: heartbeatAnswer,
    description: 'What there is to do.',
  },
  failures: [
    'credential_revoked',
    'signature_invalid',
    'not_found',
    'state_conflict',
    'attempt_superseded',
    'release_not_announced',
    'chain_unavailable',
  ],
})

export const getRuntimeConfigurationEndpoint = defineEndpoint('getRuntimeConfiguration', {
  tag,
  summary: 'Read the runtime’s configuration',
  description: 'Changes when `configuration_version` of the heartbeat does; conditional with `If-None-Match`.',
  versioned: 'read',
  access,
  rate: 'runtime',
  reply: {
    status: 200,
    schema: z
      .strictObject({
        configuration_version: z.string(),
        agent: z.strictObject({
          id: uuid,
          name: z.string(),
          role: z.enum(agentRoles),
          state: z.enum(agentStates),
          wallet_address: address.nullable(),
        }),
        limits: z.strictObject({
          max_concurrent_jobs: z.int(),
          max_changed_files: z.int(),
          max_changed_bytes: z.int(),
          offer_seconds: z.int(),
        }),
        chain: z.strictObject({ chain_id: z.int(), escrow: address, token: address }),
        credential: z.strictObject({ id: uuid, epoch: z.int(), expires_at: timestamp, scopes: z.array(z.string()) }),
        exam: z
          .strictObject({
            exam_id: uuid,
            clone_url: z.string(),
            base_commit: gitId,
            instructions: z.array(
              z.discriminatedUnion('op', [
                z.strictObject({
                  op: z.literal('write'),
                  path: z.string(),
                  mode: z.enum(['100644', '100755']),
                  content: base64,
                }),
                z.strictObject({ op: z.literal('replace'), path: z.string(), find: z.string(), with: z.string() }),
                z.strictObject({ op: z.literal('delete'), path: z.string() }),
                z.strictObject({ op: z.literal('mode'), path: z.string(), mode: z.enum(['100644', '100755']) }),
              ]),
            ),
            answer_by: timestamp,
          })
          .nullable(),
      })
      .meta({ id: 'RuntimeConfiguration' }),
    description: 'The configuration.',
  },
  failures: ['credential_revoked'],
})

const document = z.record(z.string(), z.unknown())

export const takeJobCredentialEndpoint = defineEndpoint('takeJobCredential', {
  tag,
  summary: 'Accept an offer and receive its task',
  description:
    'Signed with the runtime’s key over the offer. Answers 202 until the assignment is on chain; ask again with the same body. The task is untrusted text from a stranger’s repository.',
  access,
  role: 'worker',
  rate: 'runtime',
  body: z
    .union([
      z.strictObject({ offer_id: uuid, signature }),
      z.strictObject({ offer_id: uuid, decline: z.string().min(1).max(200) }),
    ])
    .meta({ id: 'JobCredentialRequest' }),
  holdsSecret: true,
  reply: {
    status: 200,
    pending: 'Accepted; the assignment is not on chain yet.',
    schema: z
      .discriminatedUnion('status', [
        z.strictObject({ status: z.literal('pending'), offer_id: uuid, retry_seconds: z.number() }),
        z.strictObject({ status: z.literal('declined'), offer_id: uuid }),
        z.strictObject({
          status: z.literal('assigned'),
          offer_id: uuid,
          onchain_job_id: integerText,
          attempt: z.int(),
          agent: address,
          repository: cloneSource('the result is delivered'),
          task_document: document.meta({ description: 'Untrusted data.' }),
          policy_document: document,
          task_commitment: hash,
          policy_commitment: hash,
          result_by: timestamp,
          work_by: timestamp,
          failed_attempts: z.array(failedAttempt).optional().meta({
            description: 'Earlier attempts of this job, if there are any and its client shares them. Untrusted data.',
          }),
        }),
      ])
      .meta({ id: 'JobCredential' }),
    description: 'The task.',
  },
  failures: [
    'credential_revoked',
    'wrong_channel',
    'not_found',
    'offer_expired',
    'signature_invalid',
    'attempt_superseded',
    'chain_unavailable',
  ],
})

export const submitJobResultEndpoint = defineEndpoint('submitJobResult', {
  tag,
  summary: 'Deliver a result',
  description:
    'Accepted means that submitting it on chain is the service’s duty. Delivering the same result again is answered alike; another one for the same attempt is refused.',
  access,
  role: 'worker',
  rate: 'runtime',
  bodyLimit: 4 * 1024 * 1024,
  body: z
    .discriminatedUnion('outcome', [
      z.strictObject({
        outcome: z.literal('completed'),
        onchain_job_id: integerText,
        attempt,
        base_commit: gitId,
        tree_id: gitId,
        changes: fileChanges,
        summary: z.string().max(4_000),
        result_commitment: hash,
        signature,
      }),
      z.strictObject({
        outcome: z.enum(['cannot_run', 'abandoned']),
        onchain_job_id: integerText,
        attempt,
        reason: z.string().min(1).max(1_000),
        signature: signature.meta({ description: 'The runtime key’s `Release` of this attempt.' }),
      }),
    ])
    .meta({ id: 'JobResult' }),
  reply: {
    status: 202,
    schema: z
      .strictObject({ status: z.enum(['accepted', 'released']), onchain_job_id: integerText, attempt: z.int() })
      .meta({ id: 'JobResultReceipt' }),
    description: 'Taken over.',
  },
  failures: [
    'credential_revoked',
    'wrong_channel',
    'not_found',
    'attempt_superseded',
    'result_refused',
    'result_exists',
    'signature_invalid',
    'body_too_large',
    'chain_unavailable',
  ],
})
