import { expect, test } from 'vitest'
import { findRepeatedKey } from './repeated-key.ts'

test.each([
  ['{"a":1,"a":1}', 'a'],
  ['{"a":1,"\\u0061":2}', 'a'],
  ['{"b":{"a":1},"c":[{"a":1 , "a" : 2}]}', 'a'],
  ['{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}', undefined],
  ['{"a":"\\"a\\":1,{","b":"}"}', undefined],
  ['{"a\\\\":1,"a":2}', undefined],
  ['["a","a"]', undefined],
  ['"a"', undefined],
  ['{}', undefined],
])('%s repeats the key %s', (json, key) => {
  expect(findRepeatedKey(json)).toBe(key)
})

test('a large text without an end in sight is read once', () => {
  const text = JSON.stringify({
    content: '\\"'.repeat(200_000),
    others: Array.from({ length: 50_000 }, () => ({ a: 1 })),
  })
  expect(findRepeatedKey(text)).toBeUndefined()
})
