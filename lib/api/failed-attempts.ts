import { z } from 'zod'
import { verdictKinds } from '../domain/agent.ts'
import { action, address, hash, integerText, money, timestamp } from './scalars.ts'

const run = z.strictObject({
  exit_code: z.int().nullable().meta({
    description:
      'Null if the run was stopped at a limit. For a run on the result, only the worker’s owner sees the exact code; others see 0 or 1.',
  }),
  output_sha256: z.string().meta({
    description:
      'SHA-256 of everything that the command printed. For a run on the result, only the worker’s owner sees it; for others it is empty, because the output may contain unpaid work.',
  }),
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
        'True until a job with sealed files ends, unless its client chose otherwise. The verdicts are then shown without reasons and commands.',
    }),
    verdicts: z.array(
      z.strictObject({
        agent: address,
        verdict: z.enum(verdictKinds),
        evidence_hash: hash
          .nullable()
          .meta({ description: 'Hash of the evidence of a PASS or FAIL; null for verdicts that stay off chain.' }),
        reason: z.string().meta({ description: 'The verifier’s own words. Untrusted text.' }),
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
    description: 'The verifiers’ answers about a rejected or undecided attempt.',
  })

/** With what the attempt cost and what follows, which is no business of the next worker. */
export const failedAttemptAccount = z
  .strictObject({
    ...failedAttempt.shape,
    failed_commands: z
      .array(
        z.strictObject({
          name: z.string(),
          missing_count: z.int().meta({ description: 'How many named tests did not pass; 0 without a report.' }),
          missing: z.array(z.string()).meta({ description: 'The first of their names. Untrusted text.' }),
        }),
      )
      .meta({ description: 'Commands that failed according to a verifier with the verdict FAIL, each listed once.' }),
    cost: money.meta({ description: 'What the client paid the verifiers of this attempt.' }),
    remaining: z.strictObject({
      attempts: z
        .int()
        .nullable()
        .meta({ description: 'How many attempts are left; null for a job that was not created through this service.' }),
      held: money.meta({ description: 'What the escrow still holds for the job.' }),
    }),
    next_steps: z.array(action).meta({ description: 'The next steps for the client and for the owner of the worker.' }),
  })
  .meta({ id: 'FailedAttemptAccount', description: 'A failed attempt with its cost and the next steps.' })
