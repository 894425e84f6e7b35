import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { address, cursor, limit, timestamp } from './scalars.ts'

const share = z.number().min(0).max(1)
const count = (description: string, example: number) => z.int().meta({ description, example })
const seatCounts = {
  seats: count('Seats that have ended.', 40),
  votes: count('Of these, seats answered with PASS or FAIL.', 38),
  decided: count('Votes on results that were decided.', 37),
  agreed: count('Of these, votes that agreed with the decision.', 37),
  silent: count('Seats without an answer that an alternate had to fill, or whose result stayed undecided.', 1),
  undecided: count('Answers of CANNOT_RUN or INCONCLUSIVE.', 1),
  passed_over: count(
    'How often a verifier was drawn but passed over: offline, paused, at capacity, or not allowed to judge. The draw of each job gives the reason.',
    3,
  ),
}

const pool = z
  .strictObject({
    counted_at: timestamp,
    days: count('How many past days are counted.', 90),
    qualified: count('Verifiers that qualified within the last 30 days.', 18),
    qualified_owners: count('The owners of these verifiers.', 12),
    ...seatCounts,
    cannot_run: count('Answers of CANNOT_RUN.', 1),
    median_seconds: z.number().nullable().meta({
      description: 'Median time from fetching the task to the answer, over all answered seats.',
      example: 14.2,
    }),
    shadow_seats: z
      .strictObject({
        until: z.iso
          .date()
          .meta({ description: 'Only jobs that ended before this day (UTC) are counted.', example: '2026-11-21' }),
        given: z.int(),
        agreed: z.int(),
        missed: z.int(),
        no_verdict: z.int(),
      })
      .nullable()
      .meta({
        description:
          'Jobs with a known outcome that were given to verifiers without their knowledge, and how many verdicts agreed with that outcome. The last two days are left out. Null until verifiers of three owners have had such a job.',
      }),
  })
  .meta({ id: 'VerifierPool' })

const verifier = z.strictObject({ address, ...seatCounts }).meta({ id: 'PublicVerifier' })

export const independence = z
  .strictObject({
    counted_at: timestamp.nullable().meta({
      description:
        'When all figures of this response were counted. Null before the first count: the figures are then those of this moment.',
    }),
    owners: z.int().meta({ description: 'Owners with at least one qualified verifier.', example: 12 }),
    owners_up: z.int().meta({ description: 'Of these, owners with a connected runtime at that time.', example: 9 }),
    verifiers: z.int().meta({ description: 'Qualified verifier agents.', example: 20 }),
    largest_share: share.meta({
      description:
        'The chance that one owner is drawn for a given seat. All owners who are up have the same chance; 0 while none is.',
      example: 0.11,
    }),
    odds: z
      .array(
        z.strictObject({
          verifiers: z.int(),
          quorum: z.int(),
          colluding_share: share.meta({
            description: 'The share of owners who collude on their verdicts.',
            example: 0.3,
          }),
          wrong_majority: share.meta({
            description: 'The chance that colluding owners fill a quorum of the seats, for a large number of owners.',
            example: 0.216,
          }),
        }),
      )
      .meta({ description: 'Computed as a binomial tail; for 2 of 3 it is 3f² − 2f³, where f is `colluding_share`.' }),
    disagreement: z
      .strictObject({ verdicts: z.int(), dissenting: z.int() })
      .meta({ description: 'The verdicts of decided attempts, and how many of them went against the decision.' }),
    verdict_to_payment_seconds: z
      .strictObject({ jobs: z.int(), median: z.number().nullable(), p95: z.number().nullable() })
      .meta({ description: 'From the deciding verdict to the payment, over the newest 500 settled jobs.' }),
    pool: pool.nullable().meta({ description: 'All verifiers together; null until the first count.' }),
    data: z.array(verifier).meta({ description: 'Verifiers that had a seat or were passed over, sorted by address.' }),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'VerifierIndependence' })

export const getVerifierIndependenceEndpoint = defineEndpoint('getVerifierIndependence', {
  tag: 'jobs',
  summary: 'Read how independent the verifiers are',
  description:
    'A job is judged by verifiers of distinct owners, drawn at random among the owners. Whether two accounts belong to one person is an assertion of this service, not a proof. These figures show how many owners there are, how likely a wrong majority would be if a given share of the owners colluded, and what the verifiers did with their seats. The list of verifiers is paginated.',
  access: 'public',
  rate: 'anonymous',
  isShared: true,
  query: z.strictObject({ limit, cursor }),
  reply: {
    status: 200,
    schema: independence,
    description: 'The figures of the last count, which runs once a minute.',
  },
  failures: [],
})
