import { expect, test } from 'vitest'
import { nativeText } from './key-fuel.ts'

test.each([
  [0n, '0.000000'],
  [1n, '0.000001'],
  [27_200_000_380_800_000n, '0.027201'],
  [3n * 10n ** 18n, '3.000000'],
])('%i of the smallest unit read as no less than they are: %s', (smallest, text) => {
  expect(nativeText(smallest)).toBe(text)
})
