import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '../api/endpoint.ts'
import { endpoints } from '../api/endpoints.ts'
import { isFailure } from '../domain/failure.ts'
import { parsePart } from './parse-request.ts'

/** Every schema within a schema, by its path. */
function schemasIn(schema: z.ZodType, path: string): [string, z.ZodType][] {
  return [[path, schema], ...inner(schema).flatMap(([name, part]) => schemasIn(part, `${path}/${name}`))]
}

function inner(schema: z.ZodType): [string, z.ZodType][] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return inner(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodPipe) return inner(schema.in as z.ZodType)
  if (schema instanceof z.ZodUnion)
    return schema.options.map((option, index) => [String(index), option as z.ZodType] as [string, z.ZodType])
  if (schema instanceof z.ZodArray) return [['0', schema.element as z.ZodType]]
  if (schema instanceof z.ZodRecord) return [['value', schema.valueType as z.ZodType]]
  return schema instanceof z.ZodObject ? Object.entries(schema.shape as Record<string, z.ZodType>) : []
}

const texts = ['', ' ', 'x', '*', '!x', '1.5.5', '-1', '999999999', 'two\nlines', 'a,b', '#', 'x'.repeat(50_001)]
const numbers = [-1, 0, 1.5, 9, 2_147_483_648, 1e300]
const lists = [[], [null], [1], ['x', 'x'], Array(201).fill('x'), Array(2_001).fill('x'), [{}], [[]]]
const objects = [{}, { unknown: 1 }, { amount: '-1', currency: 'EUR' }, { version: 3 }, { outcome: 'x', op: 'x' }]
const wrong = [undefined, null, true, false, ...texts, ...numbers, ...lists, ...objects]

const validatorWords = /Invalid|expected|received|Too (big|small)|pattern|regex|Unrecognized|undefined|NaN|\[object/i
const general = /documented form|not valid here|of another type/

/** What a request is answered with whose part has this value. */
function messagesFor(schema: z.ZodType, value: unknown): string[] {
  try {
    parsePart(schema, value, 'invalid_request')
    return []
  } catch (error) {
    if (isFailure(error)) return error.errors.map(({ message }) => message)
    throw error
  }
}

const parts = Object.entries<Endpoint>(endpoints).flatMap(([id, { query, body }]) =>
  [query, body].flatMap((schema, index) =>
    schema ? schemasIn(schema, `${id} ${index === 0 ? 'query' : 'body'}`) : [],
  ),
)

const kinds = z.union([z.literal('all'), z.array(z.enum(['a', 'b']))])

describe('a refused value', () => {
  test.each(parts)('of %s is explained in a plain sentence that says what is wanted', (_, schema) => {
    for (const value of wrong)
      for (const message of messagesFor(schema, value)) {
        expect(message.replaceAll(/“[^”]*”/g, '')).not.toMatch(validatorWords)
        expect(message).toMatch(/^[A-Z`“].*\.$/s)
        if (!(schema instanceof z.ZodUnion)) expect(message).not.toMatch(general)
      }
  })

  test.each<[string, z.ZodType, unknown, string]>([
    ['a missing field', z.strictObject({ a: z.string() }), {}, 'This field is required.'],
    ['a number for a text', z.string(), 5, 'This must be a text.'],
    ['a text for a number', z.number(), '5', 'This must be a number.'],
    ['a fraction', z.int(), 1.5, 'This must be a whole number.'],
    ['a text for a boolean', z.boolean(), 'yes', 'This must be true or false.'],
    ['a text for a list', z.array(z.string()), 'x', 'This must be a list.'],
    ['a list for an object', z.strictObject({}), [], 'This must be an object with named fields.'],
    ['a low number', z.int().min(1), 0, 'This must be at least 1.'],
    ['a high number', z.int().max(5), 6, 'This may be at most 5.'],
    ['a number at an excluded bound', z.number().gt(0), 0, 'This must be more than 0.'],
    ['an empty text', z.string().min(1), '', 'This must not be empty.'],
    ['a short text', z.string().min(3), 'x', 'This must have at least 3 characters.'],
    ['a long text', z.string().max(1), 'xx', 'This may have at most 1 character.'],
    ['a text of another length', z.string().length(2), 'x', 'This must have exactly 2 characters.'],
    ['a short list', z.array(z.string()).min(1), [], 'This must have at least 1 entry.'],
    ['a long list', z.array(z.string()).max(2), ['a', 'b', 'c'], 'This may have at most 2 entries.'],
    ['a number between steps', z.number().multipleOf(5), 7, 'This must be a multiple of 5.'],
    ['a wrong word', z.enum(['any', 'all']), 'some', 'This must be one of “any”, “all”.'],
    ['another constant', z.literal('USDC'), 'EUR', 'This must be “USDC”.'],
    ['a UUID with a hole', z.uuid(), 'x', 'This must be a UUID of 36 characters.'],
    ['half a URL', z.url(), 'x', 'This must be a whole URL, such as https://example.org/path.'],
    ['a local time', z.iso.datetime(), 'x', 'This must be a time in UTC, such as 2026-11-21T10:00:00.000Z.'],
    ['neither of two forms', z.union([z.literal('all'), z.array(z.string())]), 5, 'This must be “all”, or a list.'],
    ['a word that a list may not have', kinds, ['c'], 'This must be one of “a”, “b”.'],
    ['nothing for a union', z.strictObject({ a: kinds }), {}, 'This field is required.'],
    ['a field too many', z.strictObject({}), { a: 1 }, 'There is no such field.'],
    [
      'none of the kinds',
      z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]),
      { kind: 'c' },
      'This must be one of “a”, “b”.',
    ],
  ])('such as %s is answered with %j', (_, schema, value, message) => {
    expect(messagesFor(schema, value)).toEqual([message])
  })
})
