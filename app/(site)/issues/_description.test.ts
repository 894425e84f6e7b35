import { expect, test } from 'vitest'
import { summaryOf } from './_description.ts'

test('a description begins with the state, is plain words, and ends at a word within its length', () => {
  const funding = null
  expect(
    summaryOf({ funding, body: '## Why\n\nSee [the docs](https://x.test) <!-- hidden -->\n```js\ncode\n```' }),
  ).toBe('Not funded. Why See the docs')
  expect(summaryOf({ funding, body: ' ' })).toBe('Not funded.')
  const long = summaryOf({ funding, body: 'word '.repeat(100) })
  expect(long.length).toBeLessThanOrEqual(160)
  expect(long.endsWith('word…')).toBe(true)
})
