import fc from 'fast-check'
import type { Schema } from '#lib/http/openapi/examples.ts'
import { arbitraryOf, strangeText } from './values.ts'

type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema }
type Operation = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
export type FuzzedDocument = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}
export type FuzzedRequest = {
  operation: string
  method: string
  target: string
  headers: Record<string, string>
  body: string | undefined
}
/** Ids that exist, by the path that takes them. */
export type IdsOf = (method: string, path: string) => readonly string[]

/** Requests of every operation of the document, each as likely, mostly of the described form. */
export function requestsOf(document: FuzzedDocument, idsOf: IdsOf): fc.Arbitrary<FuzzedRequest> {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => requestOf(document, { path, method, operation }, idsOf)),
  )
  return fc.oneof(...operations)
}

type Place = { path: string; method: string; operation: Operation }

function requestOf(document: FuzzedDocument, place: Place, idsOf: IdsOf): fc.Arbitrary<FuzzedRequest> {
  const { path, operation } = place
  const method = place.method.toUpperCase()
  const ids = idsOf(method, path)
  const { schemas } = document.components
  const of = (where: Parameter['in']) => (operation.parameters ?? []).filter((parameter) => parameter.in === where)
  const values = (parameters: Parameter[]) => {
    const entries = parameters.map(({ name, schema }) => [name, textOf(name, schema, schemas, ids)] as const)
    const requiredKeys = parameters.filter(({ required }) => required).map(({ name }) => name)
    return fc.record(Object.fromEntries(entries), { requiredKeys })
  }
  const parts = fc.record({
    path: values(of('path')),
    query: values(of('query')),
    headers: values(of('header')),
    type: mostly<string | undefined>('application/json', [
      'text/plain',
      'application/x-www-form-urlencoded',
      undefined,
    ]),
    body: bodyOf(method, operation, schemas, ids),
  })
  return parts.map(({ path: params, query, headers, type, body }) => ({
    operation: operation.operationId,
    method,
    target: fill(path, params) + search(query),
    headers: { ...sendable(headers), ...(type && method !== 'GET' && { 'content-type': type }) },
    body,
  }))
}

function textOf(
  name: string,
  schema: Schema,
  named: Record<string, Schema>,
  ids: readonly string[],
): fc.Arbitrary<string> {
  const schemaText = arbitraryOf(schema, named, ids).map((value) =>
    typeof value === 'string' ? value : JSON.stringify(value),
  )
  if (name === 'cursor') return fc.oneof(schemaText, cursor)
  if (name === 'If-Match' || name === 'If-None-Match')
    return fc.oneof(schemaText, fc.constantFrom('*', '"1"', 'W/"2"', '"x"'))
  return fc.oneof({ weight: 20, arbitrary: schemaText }, { weight: 1, arbitrary: strangeText })
}

const positions = [
  '019a9d1c-3f0e-7c54-9a55-3f6f6c1d2b10',
  '7',
  '9'.repeat(78),
  '2026-11-21 10:00:00+00|7',
  '25000000|3',
]
const impossible = ['2026-02-30 10:00:00+00|7', '2026-13-45 99:00:00+00|1']
const cursor = fc.constantFrom(...positions, ...impossible).map((key) => Buffer.from(key).toString('base64url'))

function bodyOf(
  method: string,
  { requestBody }: Operation,
  schemas: Record<string, Schema>,
  ids: readonly string[],
): fc.Arbitrary<string | undefined> {
  if (method === 'GET' || method === 'DELETE') return fc.constant(undefined)
  const schema = requestBody?.content['application/json']?.schema
  const described = schema ? arbitraryOf(schema, schemas, ids).map((value) => JSON.stringify(value)) : fc.constant('{}')
  const broken = fc.constantFrom('', '{', '[]', 'null', '"text"', '{"a":1}', '{}{}')
  return fc.oneof({ weight: 25, arbitrary: described }, { weight: 1, arbitrary: broken })
}

function mostly<Value>(usual: Value, others: Value[]): fc.Arbitrary<Value> {
  return fc.oneof({ weight: 30, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) })
}

function fill(path: string, params: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((params[name] || 'none').toWellFormed()).replace(/^\.+$/, 'dots'),
  )
}

function search(query: Record<string, string>): string {
  const entries = Object.entries(query)
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`
}

/** What a header line can carry at all. */
function sendable(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => /^[\x20-\x7e]*$/.test(value)))
}
