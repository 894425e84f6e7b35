import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Capability } from '#lib/domain/capability.ts'
import { config } from '../middleware.ts'
import { afterOnboarding, capabilityFor, homeOf, redirectFor, safeNext } from './_routing.ts'

describe('page routing', () => {
  test('a stranger is sent to sign in and back to where they wanted to go', () => {
    expect(redirectFor('/client/drafts', '?state=READY', undefined)).toBe(
      '/sign-in?next=%2Fclient%2Fdrafts%3Fstate%3DREADY',
    )
    expect(redirectFor('/onboarding', '', undefined)).toBe('/sign-in?next=%2Fonboarding')
    expect(redirectFor('/settings', '', undefined)).toBe('/sign-in?next=%2Fsettings')
    expect(redirectFor('/settings/webhooks', '', undefined)).toBe('/sign-in?next=%2Fsettings%2Fwebhooks')
  })

  test('a person without a capability chooses one first', () => {
    expect(redirectFor('/client', '', [])).toBe('/onboarding?next=%2Fclient')
    expect(redirectFor('/connect/github', '?code=1', [])).toBe('/onboarding?next=%2Fconnect%2Fgithub%3Fcode%3D1')
    expect(redirectFor('/onboarding', '', [])).toBeUndefined()
    expect(redirectFor('/settings', '', [])).toBeUndefined()
  })

  test('a person of one role adds the other before its pages, and goes on to what was asked for', () => {
    expect(redirectFor('/client/jobs/7', '?tab=money', ['agent_owner'])).toBe(
      '/onboarding?next=%2Fclient%2Fjobs%2F7%3Ftab%3Dmoney',
    )
    expect(redirectFor('/agents', '', ['client'])).toBe('/onboarding?next=%2Fagents')
    expect(redirectFor('/agents', '', ['client', 'agent_owner'])).toBeUndefined()
    expect(redirectFor('/clients-of-note', '', ['agent_owner'])).toBeUndefined()
    expect([capabilityFor('/client?group=open'), capabilityFor('/agents#list'), capabilityFor('/settings')]).toEqual([
      'client',
      'agent_owner',
      undefined,
    ])
  })

  test('public pages and permitted workspaces are left alone', () => {
    expect(redirectFor('/', '', undefined)).toBeUndefined()
    expect(redirectFor('/sign-in', '', undefined)).toBeUndefined()
    expect(redirectFor('/clients-of-note', '', undefined)).toBeUndefined()
    expect(redirectFor('/client', '', ['client'])).toBeUndefined()
    expect(redirectFor('/overview', '', ['client', 'agent_owner'])).toBeUndefined()
  })

  test('the overview of both roles leads a person of one role to their own', () => {
    expect(redirectFor('/overview', '', ['client'])).toBe('/client')
    expect(redirectFor('/overview', '', ['agent_owner'])).toBe('/agents')
    expect(redirectFor('/overview', '', [])).toBe('/onboarding?next=%2Foverview')
  })

  test('every workspace has a home', () => {
    expect([homeOf('client'), homeOf('agent_owner'), homeOf('combined'), homeOf('onboarding')]).toEqual([
      '/client',
      '/agents',
      '/overview',
      '/onboarding',
    ])
  })
})

describe('the page after onboarding', () => {
  test.each<[string | null, readonly Capability[], string]>([
    ['/client/drafts?group=open', ['client'], '/client/drafts?group=open'],
    ['/agents/new', ['agent_owner'], '/agents/new'],
    ['/settings', ['client'], '/settings'],
    ['/agents/new', ['client'], '/client'],
    ['/client/jobs/1', ['agent_owner'], '/agents'],
    ['/overview', ['client'], '/client'],
    ['/onboarding', ['client'], '/client'],
    ['//evil.test/', ['client'], '/client'],
    [null, ['client', 'agent_owner'], '/overview'],
  ])('of one who asked for %s and chose %s is %s', (next, held, expected) => {
    expect(afterOnboarding(next, held)).toBe(expected)
  })
})

describe('the page after sign-in', () => {
  test('a path of this origin is kept with its query and its place', () => {
    expect(safeNext('/client/jobs/7?tab=evidence')).toBe('/client/jobs/7?tab=evidence')
    expect(safeNext('/client/drafts/7#step-review')).toBe('/client/drafts/7#step-review')
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
    '/..//evil.test/',
    '/.//evil.test/',
    '/%2e%2e//evil.test/',
    '/client/../..//evil.test/',
    '/a\t/../\n/evil.test',
    '/./\\evil.test',
    '/\r\n/evil.test',
    ' //evil.test',
    '/\u0000',
  ])('%j leads nowhere', (next) => {
    expect(safeNext(next)).toBeNull()
  })
})

const publicFiles = readdirSync(resolve(import.meta.dirname, '../public')).map((name) => `/${name}`)

test('every path but those of the API, of built and of public files passes the middleware', () => {
  const [matcher = ''] = config.matcher
  const passes = (path: string) => new RegExp(`^${matcher}$`).test(path)
  const asked = ['/', '/issues', '/icon.svgx', '/favicon.icon', '/_next/image', '/_next/imagex', '/apis', '/icon.svg/x']
  expect(asked.filter((path) => !passes(path))).toEqual([])
  const unasked = ['/api/health/', '/_next/static/a.js', '/favicon.ico', ...publicFiles]
  expect(unasked.filter(passes)).toEqual([])
})
