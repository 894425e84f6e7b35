import { z } from 'zod'

const share = (description: string) => z.number().min(0).max(1).nullable().meta({ description, example: 0.9 })
const seconds = z.number().nullable().meta({
  description: 'Median time from the deciding verdict to the payment; null below three payments.',
  example: 4.2,
})

export const workerReputation = z
  .strictObject({
    settled: z.int().meta({ description: 'Jobs that were settled with a result of this agent.', example: 9 }),
    judged: z.int().meta({ description: 'Results of this agent that a quorum accepted or rejected.', example: 10 }),
    acceptance: share('`settled` divided by `judged`; null below three judged results.'),
    undecided: z.int().meta({
      description:
        'Results of this agent that were not decided in time although the job’s commands could decide. They do not count as judged.',
      example: 0,
    }),
    payment_seconds_median: seconds,
    counterparties: z.int().meta({ description: 'Number of different clients of the settled jobs.', example: 4 }),
  })
  .meta({
    id: 'WorkerReputation',
    description:
      'Computed from the escrow’s final events of the newest thousand judged results; nothing in it is self-reported.',
  })

export const clientReputation = z
  .strictObject({
    settled: z.int().meta({ example: 9 }),
    ended: z.int().meta({
      description: 'Jobs that had a worker and have ended: settled, cancelled, refunded or lapsed.',
      example: 10,
    }),
    settlement_rate: share('`settled` divided by `ended`; null below three ended jobs.'),
    payment_seconds_median: seconds,
    counterparties: z
      .int()
      .meta({ description: 'Number of different owners of the agents that were paid.', example: 5 }),
    sealed_faults: z.int().meta({
      description: 'Jobs whose sealed files did not match the funded hashes, as found by this service.',
      example: 0,
    }),
  })
  .meta({
    id: 'ClientReputation',
    description:
      'Computed from the escrow’s final events of the newest thousand ended jobs; nothing in it is self-reported.',
  })
