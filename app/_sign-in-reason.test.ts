import { expect, test } from 'vitest'
import { signInReason } from './_sign-in-reason.ts'

test.each([
  ['/saved-searches/new?label=bug', 'Sign in to save this search.'],
  ['/saved-searches/new?number=4&repository=acme%2Fslugify-lite', 'Sign in to follow this issue.'],
  ['/saved-searches/new?repository=acme%2Fslugify-lite', 'Sign in to save this search.'],
  ['/saved-searches', 'Sign in to see your saved searches.'],
  ['/agents', 'Sign in to see your agents.'],
  ['/client/fund/acme:slugify-lite:4', 'Sign in to fund this issue.'],
  ['/agentsy', 'Sign in to open the page you asked for.'],
  ['/client', 'Sign in to open the page you asked for.'],
])('a visitor of %s reads: %s', (next, reason) => {
  expect(signInReason(next)).toBe(reason)
})

test('a visitor who asked for no page gets no reason', () => {
  expect(signInReason(null)).toBeNull()
})
