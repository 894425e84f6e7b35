import { describe, expect, test } from 'vitest'
import { breakingChanges, type OpenApi } from './breaking-changes.ts'

type Change = (document: ReturnType<typeof sample>) => void

function sample() {
  return {
    paths: {
      '/jobs/': {
        post: {
          operationId: 'createJob',
          security: [{ session: [] as string[] }],
          parameters: [{ name: 'state', in: 'query', required: false, schema: { type: 'string', enum: ['A', 'B'] } }],
          requestBody: {
            required: false,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/NewJob' } } },
          },
          responses: {
            '201': { content: { 'application/json': { schema: { $ref: '#/components/schemas/Job' } } } },
            '409': {},
          } as Record<string, object>,
        },
      } as Record<string, Record<string, unknown>>,
    } as Record<string, object>,
    components: {
      schemas: {
        NewJob: {
          type: 'object',
          properties: { title: { type: 'string' } } as Record<string, object>,
          required: ['title'],
        },
        Job: {
          type: 'object',
          properties: { id: { type: 'string' }, note: { type: ['string', 'null'] } } as Record<string, object>,
          required: ['id'],
        },
      },
    },
  }
}

function changed(change: Change): string[] {
  const after = sample()
  change(after)
  return breakingChanges(sample() as OpenApi, after as OpenApi)
}

function post(document: ReturnType<typeof sample>) {
  return (document.paths['/jobs/'] as { post: ReturnType<typeof operationOf> }).post
}
function operationOf() {
  return (sample().paths['/jobs/'] as { post: { [name: string]: unknown } }).post as {
    operationId: string
    security: object[]
    parameters: { name: string; in: string; required: boolean; schema: { type: string; enum?: string[] } }[]
    requestBody: { required: boolean }
    responses: Record<string, object>
  }
}

describe('growth breaks nobody:', () => {
  const growth: [string, Change][] = [
    ['nothing', () => undefined],
    ['a new operation', (d) => Object.assign(d.paths, { '/more/': {} })],
    ['an optional field of a request', (d) => Object.assign(d.components.schemas.NewJob.properties, { note: {} })],
    ['a field of an answer', (d) => Object.assign(d.components.schemas.Job.properties, { at: { type: 'string' } })],
    [
      'an answer that is never null any more',
      (d) => Object.assign(d.components.schemas.Job.properties, { note: { type: 'string' } }),
    ],
    ['another value of a filter', (d) => post(d).parameters[0]?.schema.enum?.push('C')],
    ['another refusal', (d) => Object.assign(post(d).responses, { '423': {} })],
  ]
  test.each(growth)('%s', (_, change) => expect(changed(change)).toEqual([]))
})

describe('reported as breaking:', () => {
  const breaks: [string, Change, string][] = [
    ['a path that is gone', (d) => delete d.paths['/jobs/'], 'POST /jobs/ is gone'],
    ['a renamed operation', (d) => Object.assign(post(d), { operationId: 'x' }), 'POST /jobs/ has another operationId'],
    ['other credentials', (d) => post(d).security.pop(), 'POST /jobs/ is authenticated in another way'],
    ['a filter that is gone', (d) => post(d).parameters.pop(), 'POST /jobs/ no longer takes state'],
    [
      'a needed parameter',
      (d) => Object.assign(post(d).parameters[0] ?? {}, { required: true }),
      'POST /jobs/ newly needs state',
    ],
    ['a refused filter value', (d) => post(d).parameters[0]?.schema.enum?.pop(), 'POST /jobs/ state no longer takes B'],
    ['a needed body', (d) => Object.assign(post(d).requestBody, { required: true }), 'POST /jobs/ needs a body'],
    [
      'a newly needed field',
      (d) => {
        Object.assign(d.components.schemas.NewJob.properties, { note: {} })
        d.components.schemas.NewJob.required.push('note')
      },
      'POST /jobs/ body/note is newly needed',
    ],
    [
      'a field that a request may no longer carry',
      (d) => delete d.components.schemas.NewJob.properties.title,
      'POST /jobs/ body/title is gone',
    ],
    [
      'an answer without a field',
      (d) => delete d.components.schemas.Job.properties.note,
      'POST /jobs/ 201/note is gone',
    ],
    [
      'an answer with an uncertain field',
      (d) => d.components.schemas.Job.required.pop(),
      'POST /jobs/ 201/id is no longer certain',
    ],
    [
      'an answer of another type',
      (d) => Object.assign(d.components.schemas.Job.properties, { id: { type: 'integer' } }),
      'POST /jobs/ 201/id has another type: integer',
    ],
    ['a lost status', (d) => delete post(d).responses['201'], 'POST /jobs/ no longer answers 201'],
  ]
  test.each(breaks)('%s', (_, change, line) => expect(changed(change)).toEqual([line]))
})
