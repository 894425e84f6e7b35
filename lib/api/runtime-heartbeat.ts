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
