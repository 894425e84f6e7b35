import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { address, cursor, limit, timestamp } from './scalars.ts'

const share = z.number().min(0).max(1)
const count = (description: string, example: number) => z.int().meta({ description, example })
const seatCounts = {
  seats: count('Seats that it had and that are over.', 40),
  votes: count('Of these, answered with PASS or FAIL.', 38),
  decided: count('Votes on results that were decided.', 37),
  agreed: count('Of these, votes for what was decided.', 37),
  silent: count('Seats without an answer that an alternate had to fill, or whose result stayed undecided.', 1),
  undecided: count('Answers of CANNOT_RUN or INCONCLUSIVE.', 1),
  passed_over: count(
    'How often a draw called it and it was passed over: offline, paused, full, or not allowed to judge. The draw of each job names the reason.',
    3,
  ),
}

const pool = z
  .strictObject({
    counted_at: timestamp,
    days: count('How many past days are counted.', 90),
    qualified: count('Verifiers that qualified within 30 days.', 18),
    qualified_owners: count('Their owners.', 12),
    ...seatCounts,
    cannot_run: count('Answers of CANNOT_RUN.', 1),
    median_seconds: z.number().nullable().meta({
      description: 'From fetching the task to the answer, over all seats that were answered.',
      example: 14.2,
    }),
    shadow_seats: z
      .strictObject({
        until: z.iso
          .date()
          .meta({ description: 'Those that ended before this day (UTC) count.', example: '2026-11-21' }),
        given: z.int(),
        agreed: z.int(),
        missed: z.int(),
        no_verdict: z.int(),
      })
      .nullable()
      .meta({
        description:
          'Jobs with a known outcome that verifiers were given without knowing it, and how many verdicts agreed with it. The last two days are left out, and all is null until verifiers of three owners had one.',
      }),
  })
  .meta({ id: 'VerifierPool' })

const verifier = z.strictObject({ address, ...seatCounts }).meta({ id: 'PublicVerifier' })

export const independence = z
  .strictObject({
    counted_at: timestamp.nullable().meta({
      description:
        'When all figures of this answer were counted; null before the first count, which gives those of this moment.',
    }),
    owners: z.int().meta({ description: 'Owners with at least one qualified verifier.', example: 12 }),
    owners_up: z.int().meta({ description: 'Of these, with a runtime that was heard then.', example: 9 }),
    verifiers: z.int().meta({ description: 'Qualified verifier agents.', example: 20 }),
    largest_share: share.meta({
      description: 'The chance that one owner is drawn for a given seat; draws are even among owners who are up.',
      example: 0.11,
    }),
    odds: z
      .array(
        z.strictObject({
          verifiers: z.int(),
          quorum: z.int(),
          colluding_share: share.meta({
            description: 'Of the owners, who sign whatever they agreed on.',
            example: 0.3,
          }),
          wrong_majority: share.meta({
            description: 'The chance that such owners fill a quorum of the seats, for a large number of owners.',
            example: 0.216,
          }),
        }),
      )
      .meta({ description: 'The binomial tail; for 2 of 3 it is 3f² − 2f³.' }),
    disagreement: z
      .strictObject({ verdicts: z.int(), dissenting: z.int() })
      .meta({ description: 'Of the verdicts of decided attempts: how many went against the decision.' }),
    verdict_to_payment_seconds: z
      .strictObject({ jobs: z.int(), median: z.number().nullable(), p95: z.number().nullable() })
      .meta({ description: 'Over the newest 500 settled jobs: from the deciding verdict to the payment.' }),
    pool: pool.nullable().meta({ description: 'All verifiers together; null until they were counted once.' }),
    data: z.array(verifier).meta({ description: 'Verifiers that had a seat or were passed over, by address.' }),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'VerifierIndependence' })

export const getVerifierIndependenceEndpoint = defineEndpoint('getVerifierIndependence', {
  tag: 'jobs',
  summary: 'Read how independent the verifiers are',
  description:
    'A job is judged by verifiers of distinct owners, drawn at random among the owners. Whether two accounts belong to one person is an assertion of this service, not a proof. These numbers tell how many owners there are, how likely a wrong majority would be if a given share of the owners worked together, and what the verifiers did with their seats. The list of verifiers comes in pages.',
  access: 'public',
  rate: 'anonymous',
  isShared: true,
  query: z.strictObject({ limit, cursor }),
  reply: {
    status: 200,
    schema: independence,
    description: 'The figures of the last count, which is made once a minute.',
  },
  failures: [],
})
