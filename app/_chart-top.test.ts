import { expect, test } from 'vitest'
import { chartTop } from './_chart-top.ts'

test.each([
  [0n, 1_000_000n],
  [1n, 1n],
  [3n, 5n],
  [5_000_001n, 10_000_000n],
  [10_000_000n, 10_000_000n],
  [12_340_000n, 20_000_000n],
  [999_999_999_999_999_999n, 1_000_000_000_000_000_000n],
])('an axis for %d ends at %d', (most, top) => {
  expect(chartTop([0n, most])).toBe(top)
})
