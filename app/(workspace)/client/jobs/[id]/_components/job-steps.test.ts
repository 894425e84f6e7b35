import { expect, test } from 'vitest'
import { stepsOf } from './job-steps.ts'

const at = (minute: number) => `2026-01-01T00:0${minute}:00.000Z`
const released = [
  { to: 'OPEN', at: at(0) },
  { to: 'ASSIGNED', at: at(1) },
  { to: 'OPEN', at: at(2) },
]

test('a job that a worker gave back waits for the next one, and was funded when it was first open', () => {
  expect(stepsOf('OPEN', released)).toEqual([
    { name: 'funded', status: 'done', at: at(0), tookSeconds: null },
    { name: 'assigned', status: 'waiting', at: null, tookSeconds: null },
    { name: 'submitted', status: 'todo', at: null, tookSeconds: null },
    { name: 'settled', status: 'todo', at: null, tookSeconds: null },
  ])
})

test('each step tells when it was last reached, and how long after the step before', () => {
  const steps = stepsOf('SUBMITTED', [...released, { to: 'ASSIGNED', at: at(3) }, { to: 'SUBMITTED', at: at(4) }])
  expect(steps.map((step) => step.at)).toEqual([at(0), at(3), at(4), null])
  expect(steps.map((step) => step.tookSeconds)).toEqual([null, 180, 60, null])
  expect(steps.map((step) => step.status)).toEqual(['done', 'done', 'done', 'waiting'])
})

test.each([
  ['REFUNDED', 'done'],
  ['CANCELLED', 'done'],
  ['REJECTED', 'failed'],
  ['EXPIRED', 'failed'],
] as const)('a job that is %s ends there, and is not said to wait for a payment', (state, status) => {
  expect(stepsOf(state, [...released, { to: state, at: at(5) }])).toEqual([
    { name: 'funded', status: 'done', at: at(0), tookSeconds: null },
    { name: 'ended', status, at: at(5), tookSeconds: 300 },
  ])
})
