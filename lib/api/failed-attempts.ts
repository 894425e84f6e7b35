import { z } from 'zod'
import { verdictKinds } from '../domain/agent.ts'
import { action, address, hash, integerText, money, timestamp } from './scalars.ts'

const run = z.strictObject({
  exit_code: z.int().nullable().meta({
    description: 'Null when it was stopped at a limit. Of a run on the result, all but its worker’s owner see 0 or 1.',
  }),
  output_sha256: z.string().meta({
    description:
      'Of everything that the command printed. Empty for a run on the result, for all but its worker’s owner: what it printed may be the work, which nobody has paid for.',
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
        'True until a job with sealed files ends, unless its client chose otherwise: the verdicts are shown without reasons and commands.',
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
    description: 'What the verifiers of a rejected or undecided attempt answered.',
  })

/** With what the attempt cost and what follows, which is no business of the next worker. */
export const failedAttemptAccount = z
  .strictObject({
    ...failedAttempt.shape,
    failed_commands: z
      .array(
        z.strictObject({
          name: z.string(),
          missing_count: z.int().meta({ description: 'Tests by name that did not pass; zero without a report.' }),
          missing: z.array(z.string()).meta({ description: 'The first of their names; untrusted.' }),
        }),
      )
      .meta({ description: 'What a verifier that failed the result saw fail, each command once.' }),
    cost: money.meta({ description: 'What the client paid the verifiers of this attempt.' }),
    remaining: z.strictObject({
      attempts: z.int().nullable().meta({ description: 'Null for a job that was not made here.' }),
      held: money.meta({ description: 'What the escrow holds of the job now.' }),
    }),
    next_steps: z.array(action).meta({ description: 'What follows, for the client and for the owner of the worker.' }),
  })
  .meta({ id: 'FailedAttemptAccount', description: 'A failed attempt, with what it cost and what follows from it.' })
