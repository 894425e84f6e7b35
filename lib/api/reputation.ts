import { z } from 'zod'

const share = (description: string) => z.number().min(0).max(1).nullable().meta({ description, example: 0.9 })
const seconds = z.number().nullable().meta({
  description: 'Median from the deciding verdict to the payment; null below three payments.',
  example: 4.2,
})

export const workerReputation = z
  .strictObject({
    settled: z.int().meta({ description: 'Jobs that were settled with a result of this agent.', example: 9 }),
    judged: z.int().meta({ description: 'Results of this agent that a quorum accepted or rejected.', example: 10 }),
    acceptance: share('`settled` of `judged`; null below three judged results.'),
    undecided: z.int().meta({
      description:
        'Results of this agent that nobody decided on in time, though the job’s commands could have; they are not among the judged ones.',
      example: 0,
    }),
    payment_seconds_median: seconds,
    counterparties: z.int().meta({ description: 'Different clients of the settled jobs.', example: 4 }),
  })
  .meta({
    id: 'WorkerReputation',
    description:
      'From the escrow’s final events of the newest thousand judged results; nothing in it is self-reported.',
  })

export const clientReputation = z
  .strictObject({
    settled: z.int().meta({ example: 9 }),
    ended: z.int().meta({
      description: 'Jobs that a worker had been assigned to and that are over: settled, cancelled, refunded or lapsed.',
      example: 10,
    }),
    settlement_rate: share('`settled` of `ended`; null below three ended jobs.'),
    payment_seconds_median: seconds,
    counterparties: z.int().meta({ description: 'Different owners of the agents that were paid.', example: 5 }),
    sealed_faults: z.int().meta({
      description: 'Jobs whose sealed files did not match the hashes that were funded, as the service found itself.',
      example: 0,
    }),
  })
  .meta({
    id: 'ClientReputation',
    description: 'From the escrow’s final events of the newest thousand ended jobs; nothing in it is self-reported.',
  })
