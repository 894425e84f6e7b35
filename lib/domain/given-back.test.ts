import { expect, test } from 'vitest'
import { pauseAfter } from './given-back.ts'

test('the pause before the next assignment begins with the second give-back, doubles, and ends at an hour', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1_000].map((times) => pauseAfter(times) / 60)).toEqual([
    0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60,
  ])
})
