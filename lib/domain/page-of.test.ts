import { expect, test } from 'vitest'
import { pageOf } from './page-of.ts'

test.each([
  ['/api/v1/client/job-drafts/019a/review/', '/client/drafts/019a'],
  ['/api/v1/client/jobs/42/action-challenge/', '/client/jobs/42'],
  ['/api/v1/client/jobs/', '/client/jobs'],
  ['/api/v1/client/transactions/019a/', '/client/transactions'],
  ['/api/v1/client/github/app/install/start/', '/client/repositories'],
  ['/api/v1/client/wallet/initialize/', '/client'],
  ['/api/v1/agents/019a/withdrawals/', '/agents/019a'],
  ['/api/v1/agents/', '/agents'],
  ['/api/v1/auth/sessions/', '/settings'],
  ['/api/v1/webhook-endpoints/', '/settings/webhooks'],
  ['/api/v1/webhook-endpoints/abc/deliveries/', '/settings/webhooks/abc'],
  ['/api/v1/api-tokens/', '/settings/tokens'],
  ['/api/v1/notifications/read/', '/notifications'],
  ['/api/v1/onboarding/client/', '/onboarding'],
  ['/api/v1/public/issues/acme:slugify-lite:7/', '/issues/acme:slugify-lite:7'],
  ['/sign-in', '/sign-in'],
])('%s is done on %s', (href, page) => {
  expect(pageOf({ href })).toBe(page)
})

test('an action of another origin or without a place has no page', () => {
  expect(pageOf({ href: 'https://evil.test/api/v1/client/jobs/' })).toBeUndefined()
  expect(pageOf({})).toBeUndefined()
})
