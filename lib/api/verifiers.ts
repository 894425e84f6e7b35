import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

const share = z.number().min(0).max(1)

export const getVerifierIndependenceEndpoint = defineEndpoint('getVerifierIndependence', {
  tag: 'jobs',
  summary: 'Read how independent the verifiers are',
  description:
    'A job is judged by verifiers of distinct owners, drawn at random among the owners. Whether two accounts belong to one person is an assertion of this service, not a proof. These numbers tell how many owners there are and how likely a wrong majority would be if a given share of the owners worked together.',
  access: 'public',
  rate: 'anonymous',
  isShared: true,
  reply: {
    status: 200,
    schema: z
      .strictObject({
        owners: z.int().meta({ description: 'Owners with at least one qualified verifier.', example: 12 }),
        owners_up: z.int().meta({ description: 'Of these, with a runtime that is heard now.', example: 9 }),
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
      })
      .meta({ id: 'VerifierIndependence' }),
    description: 'The numbers of this moment.',
  },
  failures: [],
})
