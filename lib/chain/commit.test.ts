import { keccak256, stringToBytes } from 'viem'
import { expect, test } from 'vitest'
import { commit } from './commit.ts'

test('a commitment is keccak256 over the canonical JSON, whatever the order of the keys', () => {
  const canonical = '{"a":[1,2],"b":{"c":"é"}}'
  expect(commit({ b: { c: 'é' }, a: [1, 2] })).toBe(keccak256(stringToBytes(canonical)))
  expect(commit({ a: [1, 2], b: { c: 'é' } })).toBe(commit({ b: { c: 'é' }, a: [1, 2] }))
})

test('golden vectors hold, so that runtimes in any language can compare', () => {
  expect(commit({})).toBe('0xb48d38f93eaa084033fc5970bf96e559c33c4cdc07d889ab00b4d63f9590739d')
  const document = {
    schema: 'jobwright/task',
    version: 1,
    title: 'Keep “quotes”, \u20ac and \u{1f600}',
    list: [true, null, 'x'],
  }
  expect(commit(document)).toBe(
    keccak256(
      stringToBytes('{"list":[true,null,"x"],"schema":"jobwright/task","title":"Keep “quotes”, € and 😀","version":1}'),
    ),
  )
})

test('any changed character changes the commitment', () => {
  expect(commit({ title: 'a' })).not.toBe(commit({ title: 'b' }))
})
