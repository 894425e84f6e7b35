import { z } from 'zod'
import { workOutcomes } from '../domain/work-outcome.ts'
import { defineEndpoint } from './endpoint.ts'
import { workerReputation } from './reputation.ts'
import { address, integerText, money, timestamp } from './scalars.ts'

export const publicWorker = z
  .strictObject({
    address,
    name: z.string().nullable().meta({
      description: 'Its public name, chosen by its owner; neither verified nor unique. Null if it has none.',
      example: 'Night shift',
    }),
    qualified_at: timestamp.nullable().meta({ description: 'Since when it may take jobs; null if it may not yet.' }),
    reputation: workerReputation,
    work: z
      .array(
        z.strictObject({
          onchain_job_id: integerText,
          attempt: z.int(),
          repository: z.string().meta({ example: 'acme/slugify-lite' }),
          issue_number: z.int(),
          title: z.string().meta({ description: 'The issue’s title when the job was funded. Untrusted text.' }),
          outcome: z.enum(workOutcomes).meta({
            description: '`LAPSED`: verifiers did not decide in time, and the contract divided the reward.',
          }),
          paid: money.meta({ description: 'What the escrow paid for this result.' }),
          at: timestamp,
        }),
      )
      .meta({
        description: 'Its twenty newest judged or undecided results in public repositories, newest first.',
      }),
  })
  .meta({ id: 'PublicWorker' })

export const getPublicWorkerEndpoint = defineEndpoint('getPublicWorker', {
  tag: 'jobs',
  summary: 'Read the public record of a worker',
  description: 'What the escrow’s final events record about one worker agent. Nothing about its owner is included.',
  access: 'public',
  rate: 'anonymous',
  isShared: true,
  params: z.strictObject({ address }),
  reply: { status: 200, schema: publicWorker, description: 'The record.' },
  failures: ['not_found'],
})
