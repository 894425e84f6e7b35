import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { address, attempt, hash, integerText, money, silenceShareBps, timestamp, uuid } from './scalars.ts'
import { signature } from './signed-results.ts'

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
        description: 'Tests of the client that the worker never sees; omitted if there are none.',
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
  .meta({
    id: 'SignedVerdict',
    description: 'A signed verdict. With enough of them, anyone can settle the job at the escrow.',
  })

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
      description: 'Drafts whose commands this verifier should try; only if it sent `can_probe`.',
    }),
    exam_id: uuid.nullable(),
    cancelled: z.array(uuid).meta({ description: 'Offers, verifications and probes on which no more work is needed.' }),
    notices: z
      .array(z.strictObject({ onchain_job_id: integerText, attempt: z.int(), release_at: timestamp }))
      .meta({ description: 'Attempts whose end is announced on chain. An objection until `release_at` keeps them.' }),
    rotation: z.strictObject({ credential_id: uuid, epoch: z.int(), expires_at: timestamp }).nullable(),
    verdicts: z.array(signedVerdict),
  })
  .meta({ id: 'HeartbeatAnswer' })

export const sendHeartbeatEndpoint = defineEndpoint('sendHeartbeat', {
  tag,
  summary: 'Say that the runtime is alive, and learn what to do',
  description:
    'Send the next heartbeat after `next_seconds`. If heartbeats are missing, running work becomes `stalled`, but it is not lost as long as the chain names this agent. A draining runtime gets no new offers.',
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
          'The newest version of policy documents that the runtime can read; defaults to 1. The runtime gets no offers or verifications for jobs with a newer policy.',
      }),
      can_probe: z.boolean().optional().meta({
        description: 'Whether this verifier tries the commands of drafts, unpaid, before they are funded.',
      }),
      wants_rotation: z
        .boolean()
        .optional()
        .meta({ description: 'Requests a new credential before the current one is due for rotation.' }),
      rotate: z.strictObject({ credential_id: uuid, credential_hash: hash, signature }).optional().meta({
        description:
          'Accepts an offered rotation with the hash of a secret that the runtime generated. Refused with `state_conflict` unless this rotation is open, or was already accepted with this hash.',
      }),
      objections: z
        .array(z.strictObject({ onchain_job_id: integerText, attempt, signature }))
        .max(16)
        .optional()
        .meta({
          description:
            '`ReleaseObjection` signatures by the runtime’s key, against the announced end of attempts that it still works on. Refused if the contract holds no such notice.',
        }),
    })
    .meta({ id: 'Heartbeat' }),
  reply: {
    status: 200,
    schema: heartbeatAnswer,
    description: 'Work and notices for the runtime.',
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
