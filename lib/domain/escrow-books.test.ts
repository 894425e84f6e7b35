import { expect, test } from 'vitest'
import { addSums, balanceOf, emptySums, sumsOf } from './escrow-books.ts'

const event = (eventName: string, args: object) => ({ ...emptySums(), ...sumsOf({ eventName, args: { ...args } }) })
const close = (...events: ReturnType<typeof event>[]) => events.reduce(addSums, emptySums())

test('what was funded is held until it is paid, returned or owed', () => {
  const funded = event('JobCreated', { held: '39' })
  expect(balanceOf(close(funded))).toEqual({ held: 39n, owed: 0n, balance: 39n })
  const settled = event('JobSettled', { reward: '30', returned: '6' })
  const paid = close(funded, event('VerdictRecorded', { fee: '3' }), settled)
  expect(balanceOf(paid)).toEqual({ held: 0n, owed: 0n, balance: 0n })
  const deferred = close(paid, event('PaymentDeferred', { amount: '30' }))
  expect(balanceOf(deferred)).toEqual({ held: 0n, owed: 30n, balance: 30n })
  expect(balanceOf(close(deferred, event('Collected', { amount: '30' })))).toEqual(balanceOf(paid))
})

test('each job ends once, and an attempt that another follows ends none', () => {
  const ends = close(
    event('JobCancelled', { amount: '1' }),
    event('JobRefunded', { amount: '1' }),
    event('AttemptRejected', { state: 1 }),
    event('AttemptRejected', { state: 5 }),
    event('Seated', {}),
  )
  expect(ends).toMatchObject({ cancelled: 1, refunded: 1, rejected: 1, settled: 0, returned: 2n })
})
