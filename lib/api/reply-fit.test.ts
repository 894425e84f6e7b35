import { expect, test } from 'vitest'
import { z } from 'zod'
import { toMoney } from '../domain/money.ts'
import { parseFilter } from '../http/replies/discovery-reply.ts'
import { toQuery } from '../http/replies/saved-search-reply.ts'
import { issueFilterBody } from './discovery.ts'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'

type Leaf = {
  enum?: unknown[]
  const?: unknown
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

const formed = [
  '0',
  '0.000001',
  '1',
  '999999999999.999999',
  'eA==',
  '2026-11-21T10:00:00.000Z',
  'owner/*',
  '08:00',
  '10.0.0.0/8',
  '019a9d1c-3f0e-7c54-9a55-3f6f6c1d2b10',
  `0x${'a'.repeat(40)}`,
  `0x${'f'.repeat(64)}`,
  'a'.repeat(40),
]

/** Values that the schema takes, at the bounds that it draws. */
function bounds(schema: z.ZodType): unknown[] {
  return candidates(schema).filter((value) => schema.safeParse(value).success)
}

function candidates(schema: z.ZodType): unknown[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return bounds(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodPipe) return bounds(schema.in as z.ZodType)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => bounds(option as z.ZodType))
  if (schema instanceof z.ZodArray) {
    const items = bounds(schema.element as z.ZodType)
    return [
      [],
      ...items.flatMap((item) => [
        [item],
        Array.from({ length: 10 }, () => item),
        Array.from({ length: 200 }, () => item),
      ]),
    ]
  }
  if (schema instanceof z.ZodObject) return objects(schema.shape)
  const leaf = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Leaf
  const lengths = [leaf.minLength ?? 0, leaf.maxLength ?? 1_000]
  const texts = lengths.flatMap((length) => ['x', 'é', '語'].map((letter) => letter.repeat(length)))
  return [leaf.const, ...(leaf.enum ?? []), leaf.minimum, leaf.maximum, 0, true, false, null, ...formed, ...texts]
}

/** Every property is at each of its bounds once, beside the first value of the others. */
function objects(shape: Record<string, z.ZodType>): object[] {
  const all = Object.entries(shape).map(([name, schema]) => ({ name, values: bounds(schema) }))
  const first = Object.fromEntries(all.map(({ name, values }) => [name, values[0]]))
  return [first, ...all.flatMap(({ name, values }) => values.map((value) => ({ ...first, [name]: value })))]
}

/** The fields of an object schema by name, and those of the object schemas among them. */
function fieldsOf(schema: unknown): Map<string, z.ZodType[]> {
  const fields = new Map<string, z.ZodType[]>()
  if (schema instanceof z.ZodDiscriminatedUnion || schema instanceof z.ZodUnion) {
    for (const option of schema.options) merge(fields, fieldsOf(option))
    return fields
  }
  if (!(schema instanceof z.ZodObject)) return fields
  for (const [name, field] of Object.entries(schema.shape)) {
    merge(fields, new Map([[name, [field as z.ZodType]]]))
    if (field instanceof z.ZodObject && name in { draft: 1, agent: 1, wallet: 1 }) merge(fields, fieldsOf(field))
  }
  return fields
}

function merge(into: Map<string, z.ZodType[]>, from: Map<string, z.ZodType[]>): void {
  for (const [name, schemas] of from) into.set(name, [...(into.get(name) ?? []), ...schemas])
}

/** As a use case stores and a reply tells it: amounts are base units inside. */
function toReplyValue(value: unknown): unknown {
  if (typeof value === 'bigint') return toMoney(value)
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, toReplyValue(part)]))
}

const all: Endpoint[] = Object.values(endpoints)
const echoing = all.filter(({ method, body, reply }) => {
  const answers = fieldsOf(reply.schema)
  return method !== 'GET' && [...fieldsOf(body).keys()].some((name) => answers.has(name))
})

/** Fields that a reply tells in another form than as they are stored. */
const inOtherForms = new Map<z.ZodType, (parsed: unknown) => unknown>([
  [issueFilterBody, (filter) => toQuery(parseFilter(filter as z.output<typeof issueFilterBody>))],
])

/** The reply field that shows a field of a request, for every value at its bounds. */
function replyValuesOf(input: z.ZodType): unknown[] {
  const tell = inOtherForms.get(input) ?? toReplyValue
  return bounds(input)
    .map((value) => tell(input.parse(value)))
    .filter((value) => value !== undefined)
}

/** A use case has committed before its reply is parsed, so every value that a request may carry must fit the reply. */
test.each(echoing.map((endpoint) => [endpoint.operationId, endpoint] as const))(
  'what %s may be sent fits the field of the reply that tells it',
  (_, { body, reply }) => {
    const answers = fieldsOf(reply.schema)
    const fields = [...fieldsOf(body)].flatMap(([name, inputs]) => inputs.map((input) => ({ name, input })))
    for (const { name, input } of fields)
      for (const answer of answers.get(name) ?? [])
        for (const value of replyValuesOf(input))
          expect([name, value, answer.safeParse(value).error]).toEqual([name, value, undefined])
  },
)

test('amounts, texts, lists and commands are among what is compared', () => {
  const creation = fieldsOf(endpoints.createDraft.body)
  for (const name of [
    'reward',
    'verifier_fee',
    'title',
    'protected_paths',
    'verification_commands',
    'acceptance_files',
  ])
    expect([name, creation.get(name)?.flatMap(replyValuesOf).length]).toEqual([
      name,
      expect.toSatisfy((count) => count > 1),
    ])
})
