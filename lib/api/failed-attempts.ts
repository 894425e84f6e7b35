import { z } from 'zod'
import { verdictKinds } from '../domain/agent.ts'
import { address, hash, integerText, timestamp } from './scalars.ts'

const run = z.strictObject({
  exit_code: z.int().nullable().meta({ description: 'Null when it was stopped at a limit.' }),
  output_sha256: z.string().meta({ description: 'Of everything that the command printed.' }),
})

export const failedAttempt = z
  .strictObject({
    onchain_job_id: integerText,
    attempt: z.int(),
    worker: address,
    outcome: z.enum(['rejected', 'undecided']),
    ended_at: timestamp,
    is_evidence_hidden: z.boolean().meta({
      description:
        'True until a job with sealed files ends, unless its client chose otherwise: the verdicts are told without reasons and commands.',
    }),
    verdicts: z.array(
      z.strictObject({
        agent: address,
        verdict: z.enum(verdictKinds),
        evidence_hash: hash.nullable().meta({ description: 'Of a vote; what stays off chain has none.' }),
        reason: z.string().meta({ description: 'The verifier’s own words; untrusted.' }),
        commands: z.array(
          z.strictObject({
            name: z.string(),
            base: run.nullable(),
            result: run.nullable(),
            rerun: run.nullable(),
          }),
        ),
      }),
    ),
  })
  .meta({
    id: 'FailedAttempt',
    description:
      'What the verifiers of a rejected or undecided attempt answered, told to its client and its worker’s owner.',
  })
