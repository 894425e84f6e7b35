import { expect, test } from 'vitest'
import { isCanonicalToken, readIssueTime } from './provider-token.ts'

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const token = (claims: object, signature = 'AAAA') => `${encode({ alg: 'RS256' })}.${encode(claims)}.${signature}`

test.each([
  ['opaque', true],
  [token({}), true],
  [` ${token({})}`, false],
  [`${token({})}\t`, false],
  [token({}, 'AB'), false],
  [token({}, 'AA=='), false],
  [token({}, 'A+A/'), false],
])('%j is the canonical spelling of a token: %s', (text, isCanonical) => {
  expect(isCanonicalToken(text)).toBe(isCanonical)
})

test('the issue time of a token is read with its fraction, and rounded up when it is a whole second', () => {
  expect(readIssueTime(token({ iat: 1_700_000_000.25 }))).toEqual(new Date(1_700_000_000_250))
  expect(readIssueTime(token({ iat: 1_700_000_000 }))).toEqual(new Date(1_700_000_001_000))
})

test.each(['opaque', 'a.b', 'a.b.c', token({}), token({ iat: 'now' }), token({ iat: -1 })])(
  '%j carries no issue time',
  (text) => {
    expect(readIssueTime(text)).toBeUndefined()
  },
)
