import { expect, test } from 'vitest'
import { namedIssue } from './named-issue.ts'

test.each([
  ['#12', null, 12, false],
  [' #12 ', null, 12, false],
  ['12', null, 12, true],
  ['acme/slugify-lite#12', 'acme/slugify-lite', 12, false],
  ['Acme/slugify.js #999999999', 'Acme/slugify.js', 999_999_999, false],
])('“%s” names an issue', (text, repository, number, isWord) => {
  expect(namedIssue(text)).toEqual({ repository, number, isWord })
})

test.each(['', '#', '#0', '007', 'slug 12', '12 slugs', 'acme#12', 'acme/slugify-lite', 'acme/slugify-lite 12', '1.2'])(
  '“%s” is words',
  (text) => expect(namedIssue(text)).toBeUndefined(),
)

test('a number beyond any issue is words', () => {
  expect(namedIssue('#1000000000')).toBeUndefined()
})
