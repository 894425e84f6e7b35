import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createExampleCheck, type ServedDocument } from '#tools/contract/answer-check.ts'
import { breakingChanges, type OpenApi } from '#tools/test/breaking-changes.ts'
import type { AnyEndpoint, Endpoint } from '../../api/endpoint.ts'
import { endpoints } from '../../api/endpoints.ts'
import { programEndpoints } from '../../api/programs.ts'
import { failureKinds } from '../../domain/failure.ts'
import { webVariables } from '../../env.ts'
import type { RateLimits } from '../rate-limit.ts'
import { buildDocument } from './document.ts'
import { exampleOf, type Schema, type Schemas } from './examples.ts'
import { allFailures } from './failures.ts'
import { rateOf } from './operation.ts'

/** `WRITE_OPENAPI_SNAPSHOT=1` accepts what the document says now; `=breaking` even where callers would trip over it. */
const writing: unknown = process.env.WRITE_OPENAPI_SNAPSHOT
const snapshotFile = resolve(import.meta.dirname, '../../api/openapi.snapshot.json')

const standard = (variable: keyof typeof webVariables) => Number(webVariables[variable].parse(undefined))
const limits: RateLimits = {
  account: standard('RATE_LIMIT_ACCOUNT'),
  money: standard('RATE_LIMIT_MONEY'),
  anonymous: standard('RATE_LIMIT_ANONYMOUS'),
  webhook: standard('RATE_LIMIT_WEBHOOK'),
  pairing: standard('RATE_LIMIT_PAIRING'),
  page: standard('RATE_LIMIT_PAGE'),
  image: standard('RATE_LIMIT_IMAGE'),
  health: standard('RATE_LIMIT_HEALTH'),
  readiness: standard('RATE_LIMIT_READINESS'),
  runtime: standard('RATE_LIMIT_RUNTIME'),
}

type Content = { content?: Record<string, { schema: Schema }> }
type Operation = {
  operationId: string
  summary: string
  description: string
  security: object[]
  parameters?: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: Content
  responses: Record<string, Content & { description: string; headers?: object }>
}
type Document = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Schemas; headers: object; securitySchemes: object }
}

const text = `${JSON.stringify(buildDocument('https://jobwright.example', limits), null, 2)}\n`
const document = JSON.parse(text) as Document
const { schemas } = document.components
const all: Endpoint[] = Object.values(endpoints)
const published = [...all.filter((endpoint) => !endpoint.isHidden), ...programEndpoints()]
const named = published.map((endpoint) => [endpoint.operationId, endpoint] as const)

function operationOf({ path, method }: AnyEndpoint): Operation {
  const operation = document.paths[path]?.[method.toLowerCase()]
  if (!operation) throw new Error(`${method} ${path} is not in the document`)
  return operation
}

test('the document is OpenAPI 3.1 and holds every operation once, but for the routes of the disabled e-mail flow', () => {
  expect(document.openapi).toBe('3.1.0')
  const listed = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => [operation.operationId, method.toUpperCase(), path]),
  )
  expect(listed.sort()).toEqual(published.map(({ operationId, method, path }) => [operationId, method, path]).sort())
  expect(all.filter(({ isHidden }) => isHidden).map(({ operationId }) => operationId)).toEqual(['emailLogin'])
  expect(text).not.toContain('/provider/email/')
})

describe('a reader of this page alone learns of', () => {
  test.each(named)('%s: what it does, who may call it, how often, and every problem code', (_, endpoint) => {
    const operation = operationOf(endpoint)
    const bearers = { runtime: [{ runtime: [] }], token: [{ apiToken: [] }] }
    const schemes = { session: [{ session: [] }], ...bearers, public: [], webhook: [] }
    expect(operation.security).toEqual(schemes[endpoint.access])
    expect(operation.summary.length).toBeGreaterThan(3)
    expect(operation.description).toContain(`${limits[rateOf(endpoint)]} requests per minute`)
    expect(operation.responses[endpoint.reply.status]).toBeDefined()
    for (const code of allFailures(endpoint)) {
      const response = operation.responses[failureKinds[code].status]
      expect(response?.description, code).toContain(`\`${code}\``)
      expect(response?.content).toHaveProperty(['application/problem+json'])
    }
  })

  test.each(named)('%s: its headers', (_, endpoint) => {
    const operation = operationOf(endpoint)
    const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === 'header')
    const key = parameters.find(({ name }) => name === 'Idempotency-Key')
    expect(key?.required).toBe(endpoint.idempotency ? endpoint.idempotency === 'required' : undefined)
    expect(parameters.some(({ name }) => name === 'If-Match')).toBe(endpoint.versioned === 'write')
    expect(parameters.some(({ name }) => /signature/i.test(name))).toBe(endpoint.access === 'webhook')
    expect(operation.responses[endpoint.reply.status]?.headers).toHaveProperty('x-request-id')
    expect(operation.responses[429]?.headers).toHaveProperty('retry-after')
  })
})

describe('examples are true:', () => {
  test.each(named.filter(([, { body }]) => body))('a request of %s is accepted by its own schema', (_, endpoint) => {
    const schema = operationOf(endpoint).requestBody?.content?.['application/json']?.schema ?? {}
    expect(endpoint.body?.safeParse(exampleOf(schema, schemas)).error).toBeUndefined()
  })

  test.each(named.filter(([, { reply }]) => reply.schema))('an answer of %s fits its own schema', (_, endpoint) => {
    const content = operationOf(endpoint).responses[endpoint.reply.status]?.content
    const schema = content?.['application/json']?.schema ?? {}
    expect(endpoint.reply.schema?.safeParse(exampleOf(schema, schemas)).error).toBeUndefined()
  })

  test('every named schema shows one', () => {
    for (const [name, schema] of Object.entries(schemas)) expect(schema.example, name).toBeDefined()
  })

  test('each fits the schema that it stands beside, by a validator that knows nothing but the document', () => {
    const faultOf = createExampleCheck(document as ServedDocument)
    const shown = examplesIn(document)
    expect(shown.length).toBeGreaterThan(100)
    for (const { place, example } of shown) expect(faultOf(place, example), place.join(' ')).toBeUndefined()
  })
})

test('requests refuse what they do not know, answers may grow', () => {
  const isStrict = (schema: Schema | undefined) => JSON.stringify(schema ?? {}).includes('"additionalProperties":false')
  for (const [name, endpoint] of named) {
    const { requestBody, responses } = operationOf(endpoint)
    if (endpoint.body) expect(isStrict(withNamed(requestBody?.content?.['application/json']?.schema)), name).toBe(true)
    for (const { content = {} } of Object.values(responses))
      for (const { schema } of Object.values(content)) expect(isStrict(withNamed(schema)), name).toBe(false)
  }
})

/** The schema with all that it refers to written into it. */
function withNamed(schema: Schema = {}): Schema {
  const text = JSON.stringify(schema).replace(/\{"\$ref":"#\/components\/schemas\/(\w+)"/g, (_, name: string) => {
    const named = JSON.stringify(withNamed(schemas[name]))
    return named.slice(0, -1)
  })
  return JSON.parse(text) as Schema
}

type Shown = { place: string[]; example: unknown }

/** Every example beside a schema, with the place of that schema. */
function examplesIn(node: unknown, place: string[] = []): Shown[] {
  if (typeof node !== 'object' || node === null || ['example', 'default', 'enum'].includes(place.at(-1) ?? ''))
    return []
  const own = 'example' in node && ('type' in node || 'anyOf' in node || 'oneOf' in node)
  const shown = own ? [{ place, example: node.example }] : []
  return [...shown, ...Object.entries(node).flatMap(([key, part]) => examplesIn(part, [...place, key]))]
}

test('operations that hand out a secret say that it is one', () => {
  const secret =
    /"(user_token|encryption_key|device_token|device_encryption_key|token|signing_secret|installation_url)":\{"(?!type":"string","pattern")/
  for (const [name, endpoint] of named) {
    const { content } = operationOf(endpoint).responses[endpoint.reply.status] ?? {}
    const reply = JSON.stringify(
      withNamed(content?.['application/json']?.schema).oneOf ?? withNamed(content?.['application/json']?.schema),
    )
    expect(endpoint.holdsSecret ?? false, name).toBe(secret.test(reply.replaceAll(/"example":\{.*?\}/g, '')))
  }
})

test('each operation has an id that no other has', () => {
  const ids = named.map(([id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('no answer to a program can hold a secret or a challenge of the wallet', () => {
  const names = 'wallet_session|challenge_id|provider_challenge_id|user_token|encryption_key|signing_secret|signing'
  const secret = new RegExp(`"(${names}|installation_url|token)":\\{"(?!type":"string","pattern")`)
  expect(programEndpoints().length).toBeGreaterThan(30)
  for (const endpoint of programEndpoints()) {
    const answers = Object.values(operationOf(endpoint).responses).flatMap(({ content = {} }) => Object.values(content))
    const found = answers.filter(({ schema }) => secret.test(JSON.stringify(withNamed(schema))))
    expect([endpoint.operationId, found]).toEqual([endpoint.operationId, []])
    expect(endpoint.holdsSecret || endpoint.setsCookie, endpoint.operationId).toBeUndefined()
  }
  expect(secret.test(JSON.stringify(withNamed(schemas.Transaction)))).toBe(true)
})

test('every reference in it leads somewhere', () => {
  for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g))
    expect(document.components).toHaveProperty([kind, name])
  expect(schemas).toHaveProperty('Problem')
})

test('it changes only on purpose, and never so that a caller of the last one would trip', async () => {
  const last: OpenApi = JSON.parse(await readFile(snapshotFile, 'utf8'))
  if (writing !== 'breaking') expect(breakingChanges(last, document as OpenApi)).toEqual([])
  if (writing) await writeFile(snapshotFile, text)
  expect(document).toEqual(JSON.parse(await readFile(snapshotFile, 'utf8')))
})
