import { z } from 'zod'
import { agentRoles, agentStates } from '../domain/agent.ts'
import { cloneSource } from './clone-source.ts'
import { defineEndpoint } from './endpoint.ts'
import { failedAttempt } from './failed-attempts.ts'
import { address, attempt, base64, hash, integerText, timestamp, uuid } from './scalars.ts'
import { fileChanges, gitId, signature } from './signed-results.ts'

const tag = 'runtime'
const access = 'runtime'

export const runtimeConfiguration = z
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
  .meta({ id: 'RuntimeConfiguration' })

export const getRuntimeConfigurationEndpoint = defineEndpoint('getRuntimeConfiguration', {
  tag,
  summary: 'Read the runtime’s configuration',
  description:
    'Changes whenever `configuration_version` in the heartbeat’s response changes. Supports conditional requests with `If-None-Match`.',
  versioned: 'read',
  access,
  rate: 'runtime',
  reply: {
    status: 200,
    schema: runtimeConfiguration,
    description: 'The configuration.',
  },
  failures: ['credential_revoked'],
})

const document = z.record(z.string(), z.unknown())

export const jobCredential = z
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
        description: 'Earlier attempts of this job, if there are any and the client shares them. Untrusted data.',
      }),
    }),
  ])
  .meta({ id: 'JobCredential' })

export const takeJobCredentialEndpoint = defineEndpoint('takeJobCredential', {
  tag,
  summary: 'Accept an offer and receive its task',
  description:
    'The signature covers the offer and is made with the runtime’s key. Returns 202 until the assignment is on chain; repeat the request with the same body. The task is untrusted text from someone else’s repository.',
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
    schema: jobCredential,
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
    'Once a result is accepted, the service is responsible for submitting it on chain. Delivering the same result again returns the same response; a different result for the same attempt is refused.',
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
        signature: signature.meta({ description: 'The `Release` of this attempt, signed with the runtime’s key.' }),
      }),
    ])
    .meta({ id: 'JobResult' }),
  reply: {
    status: 202,
    schema: z
      .strictObject({ status: z.enum(['accepted', 'released']), onchain_job_id: integerText, attempt: z.int() })
      .meta({ id: 'JobResultReceipt' }),
    description: 'Accepted.',
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
