import fc from 'fast-check'
import type { Schema } from '#lib/http/openapi/examples.ts'

/** What PostgreSQL cannot keep. */
const unstorable = ['\u0000', 'a\u0000b', '\ud800', 'x\udfffy']
const strangeTexts = [
  '',
  ' ',
  'a',
  '__proto__',
  "' or 1=1 --",
  '%00',
  '../../etc/passwd',
  '\u202e\ufeff',
  '🦊'.repeat(50),
  '9'.repeat(60),
  '-1',
  '1e400',
  '0x',
  'null',
  'x'.repeat(5_000),
  '2026-02-30T25:61:00Z',
  '{"a":1}',
  ...unstorable,
]

/** A text such as callers send by accident or on purpose. */
export const strangeText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...strangeTexts),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
)

const strangeValue: fc.Arbitrary<unknown> = fc.oneof(
  strangeText,
  fc.constantFrom<unknown>(null, true, 0, -1, 0.5, 2 ** 31, 2 ** 53, 1e300, [], {}, [[]], { a: { b: [] } }),
)

/** Values that mostly fit the schema, and now and then do not, in one place or several. */
export function arbitraryOf(
  schema: Schema,
  named: Record<string, Schema>,
  ids: readonly string[],
): fc.Arbitrary<unknown> {
  const target = schema.$ref ? named[schema.$ref.replace('#/components/schemas/', '')] : schema
  return fc.oneof({ weight: 30, arbitrary: fitting(target ?? {}, named, ids) }, { weight: 1, arbitrary: strangeValue })
}

function fitting(schema: Schema, named: Record<string, Schema>, ids: readonly string[]): fc.Arbitrary<unknown> {
  const allowed = schema.const === undefined ? schema.enum : [schema.const]
  if (allowed) return fc.constantFrom(...allowed)
  const branches = schema.anyOf ?? schema.oneOf
  if (branches) return fc.oneof(...branches.map((branch) => arbitraryOf(branch, named, ids)))
  const types = [schema.type ?? 'object'].flat()
  return fc.oneof(...types.map((type) => ofType(type, schema, named, ids)))
}

function ofType(
  type: string,
  schema: Schema,
  named: Record<string, Schema>,
  ids: readonly string[],
): fc.Arbitrary<unknown> {
  if (type === 'null') return fc.constant(null)
  if (type === 'boolean') return fc.boolean()
  if (type === 'string') return textOf(schema, ids)
  if (type === 'array') return fc.array(arbitraryOf(schema.items ?? {}, named, ids), { maxLength: 3 })
  if (type === 'object') return objectOf(schema, named, ids)
  const { minimum = -10, maximum = 2 ** 40 } = schema
  return fc.oneof(
    fc.constantFrom(minimum, maximum),
    fc.integer({ min: minimum, max: Math.max(minimum, Math.min(maximum, 2 ** 31 - 1)) }),
  )
}

function textOf(schema: Schema, ids: readonly string[]): fc.Arbitrary<string> {
  const example = typeof schema.example === 'string' ? [schema.example] : []
  if (schema.format === 'uuid') return fc.oneof(fc.constantFrom(...ids), fc.uuid())
  if (schema.pattern) return matching(schema.pattern, example, ids)
  const { minLength = 0, maxLength = 60 } = schema
  const own = fc.string({ minLength: Math.min(minLength, 60), maxLength: Math.max(minLength, Math.min(maxLength, 60)) })
  return fc.oneof(own, fc.constantFrom('text', ...example))
}

/** Texts of a pattern, half of them known ones; lookaheads cannot be generated, so of those known ones alone. */
function matching(pattern: string, examples: readonly string[], ids: readonly string[]): fc.Arbitrary<string> {
  const form = new RegExp(pattern)
  const known = [...examples, ...ids, '1', '999999999999.999999'].filter((text) => form.test(text))
  const any = /\(\?[=!]/.test(pattern) ? [] : [fc.stringMatching(form)]
  return fc.oneof(...any, ...(known.length > 0 ? [fc.constantFrom(...known)] : []))
}

function objectOf(schema: Schema, named: Record<string, Schema>, ids: readonly string[]): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, part]) => [name, arbitraryOf(part, named, ids)] as const,
  )
  const requiredKeys = schema.required ?? []
  const own = fc.record(Object.fromEntries(fields), { requiredKeys })
  const missing = fc.record(Object.fromEntries(fields), { requiredKeys: [] })
  const more = fc.tuple(own, strangeText).map(([value, name]) => ({ ...value, [name]: 1 }))
  return fc.oneof({ weight: 30, arbitrary: own }, { weight: 1, arbitrary: missing }, { weight: 1, arbitrary: more })
}
