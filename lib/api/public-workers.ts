import { z } from 'zod'
import { workOutcomes } from '../domain/work-outcome.ts'
import { defineEndpoint } from './endpoint.ts'
import { workerReputation } from './reputation.ts'
import { address, integerText, money, timestamp } from './scalars.ts'

export const publicWorker = z
  .strictObject({
    address,
    name: z.string().nullable().meta({
      description: 'What its owner calls it in public; not verified, and not unique. Null when it has no public name.',
      example: 'Night shift',
    }),
    qualified_at: timestamp.nullable().meta({ description: 'Since when it may take jobs; null before.' }),
    reputation: workerReputation,
    work: z
      .array(
        z.strictObject({
          onchain_job_id: integerText,
          attempt: z.int(),
          repository: z.string().meta({ example: 'acme/slugify-lite' }),
          issue_number: z.int(),
          title: z.string().meta({ description: 'Of the issue, as it was funded; untrusted.' }),
          outcome: z.enum(workOutcomes).meta({
            description: '`LAPSED`: verifiers did not decide in time, and the contract divided the reward.',
          }),
          paid: money.meta({ description: 'What the escrow paid for it.' }),
          at: timestamp,
        }),
      )
      .meta({
        description: 'Its newest twenty results in public repositories that are judged or undecided, newest first.',
      }),
  })
  .meta({ id: 'PublicWorker' })

export const getPublicWorkerEndpoint = defineEndpoint('getPublicWorker', {
  tag: 'jobs',
  summary: 'Read the public record of a worker',
  description: 'What the escrow’s final events say about one worker agent. Nothing of its owner is part of it.',
  access: 'public',
  rate: 'anonymous',
  isShared: true,
  params: z.strictObject({ address }),
  reply: { status: 200, schema: publicWorker, description: 'The record.' },
  failures: ['not_found'],
})
