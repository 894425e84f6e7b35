import { expect, test } from 'vitest'
import { workDone } from './_figures.ts'

const pool = {
  seats: 27,
  votes: 23,
  decided: 22,
  agreed: 21,
  silent: 0,
  undecided: 3,
  cannotRun: 0,
  qualified: 4,
  qualifiedOwners: 4,
  medianSeconds: 2.8,
  shadows: null,
}

test('what became of seats adds up to all of them: verdict, answer without one, unanswered, not needed', () => {
  const [seats, ...rest] = workDone(pool).map(([, value]) => Number.parseInt(value, 10))
  expect(seats).toBe(27)
  expect(rest.slice(0, 4)).toEqual([23, 3, 0, 1])
})
