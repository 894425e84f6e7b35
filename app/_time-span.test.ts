import { expect, test } from 'vitest'
import { timeSpan } from './_time-span.ts'

test.each([
  [-5, '0 s'],
  [0.9, '0 s'],
  [59.9, '59 s'],
  [60, '1 min'],
  [200, '3 min 20 s'],
  [3_599, '59 min 59 s'],
  [3_605, '1 h'],
  [3_660, '1 h 1 min'],
  [100_000, '1 d 3 h'],
  [86_400 + 59, '1 d'],
])('%d seconds are shown as %s, in two units and never rounded up', (seconds, text) => {
  expect(timeSpan(seconds)).toBe(text)
})
