import { expect, test } from 'vitest'
import { isStorable } from './storable.ts'

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

test('a value of any depth is judged', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(50_000)}"a"${']'.repeat(50_000)}`)
  expect(isStorable(deep)).toBe(true)
})
