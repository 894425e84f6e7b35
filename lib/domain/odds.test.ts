import { expect, test } from 'vitest'
import { binomialTail } from './odds.ts'

test('two of three fall with 3f² − 2f³ when a share f works together', () => {
  for (const share of [0, 0.1, 0.3, 0.5, 0.9, 1])
    expect(binomialTail(3, 2, share)).toBeCloseTo(3 * share ** 2 - 2 * share ** 3, 12)
  expect(binomialTail(3, 2, 0.3)).toBeCloseTo(0.216, 12)
})

test('larger panels are harder to fill, and one verifier alone is as honest as the share', () => {
  expect(binomialTail(1, 1, 0.3)).toBeCloseTo(0.3, 12)
  expect(binomialTail(5, 3, 0.3)).toBeLessThan(binomialTail(3, 2, 0.3))
  expect(binomialTail(7, 4, 0.3)).toBeLessThan(binomialTail(5, 3, 0.3))
})
