import { expect, test } from 'vitest'
import { type FailureCode, failureKinds } from '../domain/failure.ts'
import { isGeneral } from '../domain/step.ts'
import { generalActions } from './general-actions.ts'

const hrefOf = (code: FailureCode, method: string, pathname: string) =>
  generalActions(code, { method, pathname })[0]?.href

test.each([
  ['invalid_request', 'GET', '/api/v1/public/issues/', '/api/docs/#/discovery/listPublicIssues'],
  ['invalid_request', 'HEAD', '/api/v1/public/issues/facets', '/api/docs/#/discovery/listPublicFacets'],
  ['invalid_request', 'PATCH', '/api/v1/agents/7/', '/api/docs/#/agents/updateAgent'],
  ['invalid_request', 'POST', '/api/v1/auth/provider/email/verify/', '/api/docs/'],
  ['method_not_allowed', 'PUT', '/api/v1/agents/', '/api/docs/'],
  ['not_found', 'GET', '/api/nothing/', '/api/docs/'],
  ['not_found', 'POST', '/api/v1/agents/7/withdraw/', '/api/v1/agents/'],
  ['not_found', 'GET', '/api/v1/public/issues/feed/opml/', '/api/v1/public/issues/'],
  ['not_found', 'POST', '/api/v1/agent-runtime/job/result/', '/api/docs/#/runtime/submitJobResult'],
] as const)('%s of %s %s leads to %s', (code, method, pathname, href) => {
  expect(hrefOf(code, method, pathname)).toBe(href)
})

test('every code has an action that a page recognises as a general one', () => {
  for (const code of Object.keys(failureKinds) as FailureCode[]) {
    const actions = generalActions(code, { method: 'GET', pathname: '/api/health/' })
    expect([code, actions.length, actions.every(isGeneral)]).toEqual([code, 1, true])
  }
})
