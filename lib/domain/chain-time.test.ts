import { expect, test } from 'vitest'
import { windowAfterFinality } from './chain-time.ts'

test.each([
  [3_600n, 0n, 3_600n],
  [3_600n, 900n, 2_700n],
  [3_600n, 1_800n, 1_800n],
  [3_600n, 7_200n, 1_800n],
])('of a window of %d seconds with a finality of %d, verifiers have %d', (window, lag, left) => {
  expect(windowAfterFinality(window, lag)).toBe(left)
})
