import { expect, test } from 'vitest'
import { findUnstorable, isStorable } from './storable.ts'

test.each([
  ['a text', true],
  ['a pair of surrogates \u{1f600}', true],
  ['a\u0000', false],
  ['\ud800', false],
  [{ a: [null, 1, true, { b: 'c' }] }, true],
  [{ a: [{ b: '\udc00' }] }, false],
  [{ 'a\u0000': 1 }, false],
])('%j can be stored: %s', (value, answer) => {
  expect(isStorable(value)).toBe(answer)
})

test('the place of what cannot be stored is reported, cut short where it is deep', () => {
  expect(findUnstorable({ a: ['x', { b: 'c\u0000' }] })).toEqual(['a', '1', 'b'])
  expect(findUnstorable({ a: { 'b\u0000': 1 } })).toEqual(['a'])
  expect(findUnstorable('\ud800')).toEqual([])
  expect(findUnstorable({ a: 'fine' })).toBeUndefined()
  const deep: unknown = JSON.parse(`${'['.repeat(50_000)}"\\u0000"${']'.repeat(50_000)}`)
  expect(findUnstorable(deep)).toHaveLength(32)
})

test('a value of any depth is judged', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(50_000)}"a"${']'.repeat(50_000)}`)
  expect(isStorable(deep)).toBe(true)
})
