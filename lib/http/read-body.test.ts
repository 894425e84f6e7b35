import { expect, test } from 'vitest'
import { parseJson } from './read-body.ts'

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

test.each([
  ['{"a":', 'The body is not JSON.'],
  ['{"a":1,"a":2}', 'The key "a" is there twice.'],
  [nested(100_000), 'The body is nested too deeply.'],
])('a body that cannot be used is refused with its reason', (body, detail) => {
  expect(() => parseJson(new TextEncoder().encode(body))).toThrow(detail)
})
