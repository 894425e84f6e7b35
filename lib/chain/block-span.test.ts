import { expect, test } from 'vitest'
import { blockSpan } from './block-span.ts'

test('a request goes no further than it wants or the maximum allows', () => {
  const span = blockSpan(500n)
  expect([span.lastOf(1n, 5n), span.lastOf(1n, 500n), span.lastOf(1n, 501n)]).toEqual([5n, 500n, 500n])
})

test('refusals halve what was asked for down to one block, and sixteen full answers double it up to the maximum', () => {
  const span = blockSpan(500n)
  const length = () => span.lastOf(1n, 10_000n)
  span.refused(17n)
  expect(length()).toBe(8n)
  for (let answers = 0; answers < 100; answers += 1) span.answered(1n)
  expect(length()).toBe(8n)
  for (let answers = 0; answers < 16; answers += 1) span.answered(8n)
  expect(length()).toBe(16n)
  for (let refusals = 0; refusals < 9; refusals += 1) span.refused(length())
  expect(length()).toBe(1n)
  for (let answers = 0; answers < 16 * 9; answers += 1) span.answered(length())
  expect(length()).toBe(500n)
})
