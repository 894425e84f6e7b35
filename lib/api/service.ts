import { z } from 'zod'
import { nodeFaults } from '../domain/node-fault.ts'
import { callWaits, operatorNames } from '../domain/operator-call.ts'
import { defineEndpoint } from './endpoint.ts'
import { readinessReason, timestamp } from './scalars.ts'

const tag = 'service'

export const getHealthEndpoint = defineEndpoint('getHealth', {
  tag,
  summary: 'Health of the backend',
  description: 'Answers while the program runs. Readiness says whether it can serve requests.',
  access: 'public',
  rate: 'health',
  isAlone: true,
  isForEverybody: true,
  reply: {
    status: 200,
    schema: z.strictObject({ status: z.literal('ok'), service: z.literal('jobwright') }).meta({ id: 'Health' }),
    description: 'The program runs.',
  },
  failures: [],
})

export const readiness = z
  .strictObject({
    status: z.literal('ready'),
    concerns: z.array(readinessReason).meta({
      description: 'What is wrong and does not keep this program from serving pages; empty without `for=traffic`.',
      example: [],
    }),
    chain: z.strictObject({
      indexed_block: z.string(),
      head_block: z.string(),
      head_age_seconds: z.int(),
      is_head_old: z.boolean().meta({
        description: 'The chain, or its node, stands still: pages show what was true at the newest block.',
        example: false,
      }),
      finality_lag_seconds: z
        .int()
        .meta({ description: 'The longest that a block waited to be final in the last day.', example: 0 }),
      reconciled_at: timestamp.nullable().meta({ description: 'When the books were last compared with the contract.' }),
      differences: z
        .array(z.string())
        .meta({ description: 'What differed then between the books and the contract; for a person.', example: [] }),
      nodes: z
        .array(
          z.strictObject({
            ordinal: z.int(),
            host: z.string(),
            fault: z.enum(nodeFaults),
            detail: z.string(),
            since: timestamp,
          }),
        )
        .meta({
          description: 'Nodes of the chain that are at fault, counted from 1 in the order of the settings.',
          example: [],
        }),
    }),
    keys: z
      .array(
        z.strictObject({
          key: z.enum(operatorNames),
          waits_for: z.enum(callWaits),
          since: timestamp,
          calls: z.int(),
        }),
      )
      .meta({
        description:
          'Keys of the service that wait for money, for a price below the ceiling, or for a block, with the calls behind it.',
        example: [],
      }),
    dispatch: z.strictObject({
      paused_since: timestamp.nullable().meta({
        description: 'Since when an operator lets no job be offered to workers; null while jobs are offered.',
        example: null,
      }),
    }),
    discovery: z.strictObject({
      waits_seconds: z.int().nullable().meta({
        description:
          'How long public repositories are not read again, because requests without an account are limited at the host.',
        example: null,
      }),
    }),
  })
  .meta({ id: 'Readiness' })

export const getReadinessEndpoint = defineEndpoint('getReadiness', {
  tag,
  summary: 'Readiness of the backend',
  description:
    'Answers within six seconds. 503 while anything keeps the service from its work: the problem names each reason in `reasons`, those that stop most first. With `for=traffic` it is 503 only while this program cannot serve pages, because database, schema or chain cannot be used; whatever else is wrong is then listed in `concerns`.',
  access: 'public',
  rate: 'readiness',
  isAlone: true,
  isForEverybody: true,
  query: z.strictObject({
    for: z.enum(['traffic']).optional().meta({
      description:
        'Ask for `traffic` where the answer decides on sending this program requests, as a load balancer does.',
    }),
  }),
  reply: {
    status: 200,
    schema: readiness,
    description: 'Requests can be served.',
  },
  failures: ['chain_unavailable', 'unavailable'],
})

export const getSchemaEndpoint = defineEndpoint('getSchema', {
  tag,
  summary: 'This document',
  description: 'The OpenAPI 3.1 description, generated from the objects that validate every request.',
  access: 'public',
  isAlone: true,
  isShared: true,
  reply: { status: 200, schema: z.record(z.string(), z.unknown()), description: 'OpenAPI 3.1.' },
  failures: [],
})
