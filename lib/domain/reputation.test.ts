import { expect, test } from 'vitest'
import { shareOf } from './reputation.ts'

test('a share is shown from three jobs on, and never before', () => {
  expect([0, 1, 2].map((whole) => shareOf(whole, whole))).toEqual([null, null, null])
  expect([shareOf(0, 3), shareOf(2, 3), shareOf(3, 3)]).toEqual([0, 2 / 3, 1])
})
