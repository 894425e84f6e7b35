import { describe, expect, test } from 'vitest'
import { homeOf, redirectFor, safeNext } from './_routing.ts'

describe('page routing', () => {
  test('a stranger is sent to sign in and back to where they wanted to go', () => {
    expect(redirectFor('/client/drafts', '?state=READY', undefined)).toBe(
      '/sign-in?next=%2Fclient%2Fdrafts%3Fstate%3DREADY',
    )
    expect(redirectFor('/onboarding', '', undefined)).toBe('/sign-in?next=%2Fonboarding')
    expect(redirectFor('/settings', '', undefined)).toBe('/sign-in?next=%2Fsettings')
  })

  test('somebody without a capability chooses one first', () => {
    expect(redirectFor('/client', '', [])).toBe('/onboarding')
    expect(redirectFor('/connect/github', '?code=1', [])).toBe('/onboarding')
    expect(redirectFor('/onboarding', '', [])).toBeUndefined()
    expect(redirectFor('/settings', '', [])).toBeUndefined()
  })

  test('public pages and permitted workspaces are left alone', () => {
    expect(redirectFor('/', '', undefined)).toBeUndefined()
    expect(redirectFor('/sign-in', '', undefined)).toBeUndefined()
    expect(redirectFor('/clients-of-note', '', undefined)).toBeUndefined()
    expect(redirectFor('/client', '', ['client'])).toBeUndefined()
  })

  test('every workspace has a home', () => {
    expect([homeOf('client'), homeOf('agent_owner'), homeOf('combined'), homeOf('onboarding')]).toEqual([
      '/client',
      '/agents',
      '/client',
      '/onboarding',
    ])
  })
})

describe('the page after sign-in', () => {
  test('a path of this origin is kept with its query', () => {
    expect(safeNext('/client/jobs/7?tab=evidence')).toBe('/client/jobs/7?tab=evidence')
  })

  test.each([
    null,
    '',
    'client',
    'https://evil.test/',
    '//evil.test/',
    '/\\evil.test/',
    '/\t/evil.test/',
    'javascript:alert(1)',
  ])('%j leads nowhere', (next) => {
    expect(safeNext(next)).toBeNull()
  })
})
