import { expect, test } from 'vitest'
import { ledgerKinds, makesPayment, mergeNewest, movementKindOf } from './ledger.ts'

const at = (seconds: number) => ({ at: new Date(seconds * 1_000) })

test('two lists become one, newest first, and each keeps its own order', () => {
  const first = [
    { ...at(9), name: 'a' },
    { ...at(5), name: 'b' },
    { ...at(5), name: 'c' },
  ]
  const second = [
    { ...at(7), name: 'd' },
    { ...at(5), name: 'e' },
  ]
  const names = (limit: number) => mergeNewest(first, second, limit).map(({ name }) => name)
  expect(names(9)).toEqual(['a', 'd', 'b', 'c', 'e'])
  expect(names(2)).toEqual(['a', 'd'])
  expect(mergeNewest([], second, 9)).toEqual(second)
  expect(mergeNewest(first, [], 9)).toEqual(first)
})

test.each([
  ['funding', 'JobCreated', 'funding'],
  ['returned', 'JobSettled', 'settlement'],
  ['returned', 'JobCancelled', 'cancellation'],
  ['returned', 'JobRefunded', 'refund'],
  ['returned', 'JobLapsed', 'lapse'],
  ['returned', undefined, 'received'],
  ['collected', 'Collected', 'collected'],
  ['reward', 'JobSettled', 'earnings'],
  ['deposit', undefined, 'received'],
  ['withdrawal', undefined, 'sent'],
  ['internal', undefined, 'internal'],
] as const)('a transfer that the journal calls %s by %s is %s', (kind, event, expected) => {
  expect(movementKindOf({ kind }, event)).toBe(expected)
})

test.each([
  ['FUNDING', ['funding']],
  ['JOB_CANCEL', ['cancellation']],
  ['JOB_REFUND', ['refund', 'lapse']],
  ['APPROVAL', []],
  ['WALLET_CREATION', []],
] as const)('%s is credited with the payments that it can make: %j', (purpose, kinds) => {
  expect(ledgerKinds.filter((kind) => makesPayment(purpose, kind))).toEqual(kinds)
})
