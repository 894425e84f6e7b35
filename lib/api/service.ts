import { z } from 'zod'
import { nodeFaults } from '../domain/node-fault.ts'
import { callWaits, operatorNames } from '../domain/operator-call.ts'
import { defineEndpoint } from './endpoint.ts'
import { readinessReason, timestamp } from './scalars.ts'

const tag = 'service'

export const getHealthEndpoint = defineEndpoint('getHealth', {
  tag,
  summary: 'Health of the backend',
  description: 'Responds as long as the program runs. Readiness says whether it can serve requests.',
  access: 'public',
  rate: 'health',
  isAlone: true,
  isForEverybody: true,
  reply: {
    status: 200,
    schema: z.strictObject({ status: z.literal('ok'), service: z.literal('jobwright') }).meta({ id: 'Health' }),
    description: 'The program is running.',
  },
  failures: [],
})

export const readiness = z
  .strictObject({
    status: z.literal('ready'),
    concerns: z.array(readinessReason).meta({
      description: 'Problems that do not keep this program from serving pages; empty without `for=traffic`.',
      example: [],
    }),
    chain: z.strictObject({
      indexed_block: z.string(),
      head_block: z.string(),
      head_age_seconds: z.int(),
      is_head_old: z.boolean().meta({
        description:
          'True if the chain or its node has stopped advancing. Pages then show the state at the newest block.',
        example: false,
      }),
      finality_lag_seconds: z
        .int()
        .meta({ description: 'The longest time that a block took to become final in the last day.', example: 0 }),
      reconciled_at: timestamp.nullable().meta({ description: 'When the books were last compared with the contract.' }),
      differences: z.array(z.string()).meta({
        description: 'Differences between the books and the contract at that time, described for people.',
        example: [],
      }),
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
          description: 'Chain nodes that are at fault, numbered from 1 in the order of the settings.',
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
          'Keys of the service that are waiting for money, for a fee below the ceiling, for a block or for a node, with the number of waiting calls.',
        example: [],
      }),
    dispatch: z.strictObject({
      paused_since: timestamp.nullable().meta({
        description: 'When an operator paused offers to workers; null while jobs are offered.',
        example: null,
      }),
    }),
    discovery: z.strictObject({
      waits_seconds: z.int().nullable().meta({
        description:
          'Seconds until public repositories are read again, while the host limits requests without an account. Null if there is no wait.',
        example: null,
      }),
    }),
  })
  .meta({ id: 'Readiness' })

export const getReadinessEndpoint = defineEndpoint('getReadiness', {
  tag,
  summary: 'Readiness of the backend',
  description:
    'Responds within six seconds. Returns 503 while anything keeps the service from working; the problem lists each cause in `reasons`, those that stop most first. With `for=traffic`, it returns 503 only while this program cannot serve pages because the database, schema or chain cannot be used; all other problems are then listed in `concerns`.',
  access: 'public',
  rate: 'readiness',
  isAlone: true,
  isForEverybody: true,
  query: z.strictObject({
    for: z.enum(['traffic']).optional().meta({
      description:
        'Use `traffic` if the response decides whether this program receives requests, as in a load balancer.',
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
  description: 'The OpenAPI 3.1 document, generated from the objects that validate every request.',
  access: 'public',
  isAlone: true,
  isShared: true,
  reply: { status: 200, schema: z.record(z.string(), z.unknown()), description: 'OpenAPI 3.1.' },
  failures: [],
})
