import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '../api/endpoints.ts'
import { integerText, money, timestamp } from '../api/scalars.ts'
import { fromWire, toWire } from './to-wire.ts'

const movement = z.strictObject({
  block_number: integerText.nullable(),
  mined_at: timestamp,
  amount_in: money.nullable(),
})
const native = { blockNumber: 7n, minedAt: new Date(0), amountIn: 1_500_000n }
const wire = {
  block_number: '7',
  mined_at: '1970-01-01T00:00:00.000Z',
  amount_in: { amount: '1.500000', currency: 'USDC' },
}

test('units become money, dates and seconds of the chain times, other whole numbers text, and null stays null', () => {
  expect(toWire(movement, native)).toEqual(wire)
  expect(toWire(movement, { ...native, minedAt: 90n })).toMatchObject({ mined_at: '1970-01-01T00:01:30.000Z' })
  expect(toWire(movement, { blockNumber: null, minedAt: native.minedAt, amountIn: null })).toEqual({
    block_number: null,
    amount_in: null,
    mined_at: wire.mined_at,
  })
})

test('what the schema does not name is left out, at every depth', () => {
  const rows = z.strictObject({ rows: z.array(movement), by_name: z.record(z.string(), movement) })
  const secret = { ...native, tokenHash: 'secret', token_hash: 'secret' }
  const value = { rows: [secret], byName: { 'a name': secret }, owner: { ...secret } }
  expect(toWire(rows, value)).toEqual({ rows: [wire], by_name: { 'a name': wire } })
})

test('a field may be written as the wire has it, and one that is missing is not made up', () => {
  const partial = z.strictObject({ first_name: z.string(), last_name: z.string().optional() })
  expect(toWire(partial, { first_name: 'Ada' })).toEqual({ first_name: 'Ada' })
  expect(toWire(z.strictObject({ movement }), { movement: wire as z.input<typeof movement> })).toEqual({
    movement: wire,
  })
})

test('of several shapes the one with the value’s own tag is written', () => {
  const answer = z.discriminatedUnion('status', [
    z.strictObject({ status: z.literal('pending'), retry_seconds: z.int() }),
    z.strictObject({ status: z.literal('done'), done_at: timestamp }),
  ])
  expect(toWire(answer, { status: 'done', doneAt: new Date(0) })).toEqual({ status: 'done', done_at: wire.mined_at })
})

test('a body is read in camel case without what was left out', () => {
  expect(fromWire({ max_attempts: 3, title: undefined, base_branch: 'main' })).toEqual({
    maxAttempts: 3,
    baseBranch: 'main',
  })
})

test('no name of a reply is lost in camel case: each leads back to one field', () => {
  const clashes = Object.values(endpoints).flatMap(({ reply: { schema } }) => {
    if (!(schema instanceof z.ZodObject)) return []
    const names = Object.keys(schema.shape)
    const camel = names.map((name) => Object.keys(fromWire({ [name]: 1 }))[0])
    return new Set(camel).size === names.length ? [] : names
  })
  expect(clashes).toEqual([])
})
