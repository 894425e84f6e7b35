import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#lib/api/endpoint.ts'
import { programsRoot, toProgramPath } from '#lib/api/program-paths.ts'
import { type TokenScope, tokenScopes, wholeScopes } from '#lib/domain/api-token.ts'
import { createToken, sendAsProgram } from '../api-tokens.ts'
import { newKey } from '../journey.ts'
import { rowsOf } from '../rows.ts'
import {
  addressOf,
  all,
  bodies,
  clara,
  credentials,
  guarded,
  isUnsafe,
  named,
  ofRuntimes,
  own,
  problemOf,
  queryOf,
  readerOf,
  service,
  stranger,
  unknown,
  will,
} from './world.ts'

const programs = guarded.filter(({ scope }) => scope)
const others = all.filter(({ path, scope }) => path.startsWith('/api/v1/') && !scope)

/** A token of each scope alone, by person. */
const tokens = new Map<unknown, Record<TokenScope, string>>()
const tokenOf = (person: unknown, scope: TokenScope) => tokens.get(person)?.[scope] ?? ''

type Sending = { ids?: Record<string, string>; body?: string; path?: string }

function ask(token: string, endpoint: Endpoint, { ids = own, body = '{}', path }: Sending = {}): Promise<Response> {
  const url = path ?? toProgramPath(new URL(addressOf(endpoint, ids)).pathname) + queryOf(endpoint)
  const headers = endpoint.idempotency === 'required' ? { 'idempotency-key': newKey() } : {}
  const carries = isUnsafe(endpoint) && endpoint.method !== 'DELETE'
  return sendAsProgram(service, token, url, { method: endpoint.method, headers, ...(carries && { body }) })
}

/** Places in an answer that lead to an operation of a session, which no program reaches. */
function sessionLinks(text: string): string[] {
  const paths = [...text.matchAll(/"href":"(\/api\/v1\/[^"]*)"/g)].map(([, href = '']) => href)
  return paths.filter((href) => !href.startsWith(programsRoot) && !href.startsWith('/api/v1/public/'))
}

async function openTokens(): Promise<void> {
  if (tokens.size > 0) return
  for (const person of [clara, will, stranger]) {
    const made = tokenScopes.map(async (scope) => [scope, (await createToken(person, [scope])).token] as const)
    tokens.set(person, Object.fromEntries(await Promise.all(made)) as Record<TokenScope, string>)
  }
}

describe('every operation with a token of every scope', () => {
  beforeAll(openTokens)

  test.each(named(programs))(
    '%s is allowed to its scope, to what brings that along, and to no other',
    async (id, endpoint) => {
      const { person, ids } = readerOf(endpoint)
      const before = await rowsOf(service.sql)
      for (const scope of tokenScopes.filter((one) => !wholeScopes([one]).includes(endpoint.scope as TokenScope))) {
        const refused = await problemOf(await ask(tokenOf(person, scope), endpoint, { ids }), 403, 'insufficient_scope')
        expect(refused.next_actions).toMatchObject([{ code: 'create_token', href: '/settings/tokens' }])
      }
      expect(await rowsOf(service.sql)).toEqual(before)
      const token = tokenOf(person, endpoint.scope as TokenScope)
      const allowed = await ask(
        token,
        endpoint,
        isUnsafe(endpoint) ? { ids: unknown, body: bodies[id] ?? '{}' } : { ids },
      )
      const text = await allowed.text()
      expect([200, 201, 400, 404], text).toContain(allowed.status)
      if (!isUnsafe(endpoint)) expect(allowed.status, text).toBe(200)
      expect(allowed.headers.get('ratelimit-policy')).toMatch(/^"(account|pairing)"/)
      expect(sessionLinks(text)).toEqual([])
    },
  )

  test.each(named(others))('%s is allowed to none', async (_, endpoint) => {
    const before = await rowsOf(service.sql)
    const isPersonal = endpoint.access === 'session'
    for (const scope of tokenScopes) {
      const response = await ask(tokenOf(clara, scope), endpoint)
      if (!isPersonal) await problemOf(response, 404, 'not_found')
      else {
        const refused = await problemOf(response, 403, 'person_required')
        const [action] = refused.next_actions
        expect(action).toMatchObject({ code: 'open_page', href: expect.stringMatching(/^\/(?!api\/)/) })
      }
    }
    expect(await rowsOf(service.sql)).toEqual(before)
  })

  test.each(named(programs.filter(({ params, path }) => params && !path.endsWith('/{file_type}/'))))(
    '%s of another person is 404, byte for byte as with an unknown id',
    async (id, endpoint) => {
      const before = await rowsOf(service.sql)
      const token = tokenOf(stranger, endpoint.scope as TokenScope)
      const problemWith = async (ids: Record<string, string>) => {
        const response = await ask(token, endpoint, { ids, body: bodies[id] ?? '{}' })
        const problem = await problemOf(response, 404, 'not_found')
        return JSON.stringify({ ...problem, request_id: '', instance: '' })
      }
      expect(await problemWith(own)).toBe(await problemWith(unknown))
      expect(await rowsOf(service.sql)).toEqual(before)
    },
  )
})

describe('each surface takes its own credential', () => {
  beforeAll(openTokens)

  const path = (endpoint: Endpoint) => new URL(addressOf(endpoint, own)).pathname
  const bare = (endpoint: Endpoint, headers: Record<string, string>, url: string) =>
    service.router(
      new Request(new URL(url, service.origin), {
        method: endpoint.method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(isUnsafe(endpoint) && { body: '{}' }),
      }),
    )

  test.each(named(guarded))(
    '%s refuses a token at its session path, with and without the cookie',
    async (_, endpoint) => {
      const token = tokenOf(clara, endpoint.scope ?? 'account:read')
      const alone = { origin: service.origin, authorization: `Bearer ${token}` }
      await problemOf(await bare(endpoint, alone, path(endpoint)), 401, 'wrong_credential')
      const both = { ...alone, cookie: clara.cookieHeader() }
      await problemOf(await bare(endpoint, both, path(endpoint)), 400, 'ambiguous_credentials')
    },
  )

  test.each(named(guarded))(
    '%s refuses a cookie, a runtime and no credential at its path of programs',
    async (_, endpoint) => {
      const url = toProgramPath(path(endpoint))
      const token = tokenOf(clara, endpoint.scope ?? 'account:read')
      const cookie = { cookie: clara.cookieHeader(), origin: service.origin }
      const next = [{ code: 'use_api_token', href: '/settings/tokens' }]
      const refused = async (headers: Record<string, string>, status: number, code: string) =>
        expect((await problemOf(await bare(endpoint, headers, url), status, code)).next_actions).toMatchObject(next)
      await refused(cookie, 401, 'wrong_credential')
      await refused({ ...cookie, authorization: `Bearer ${token}` }, 400, 'ambiguous_credentials')
      await refused({ authorization: `Bearer ${credentials.worker}` }, 401, 'wrong_credential')
      await refused({ authorization: `Basic ${token}` }, 401, 'wrong_credential')
      await refused({}, 401, 'unauthenticated')
    },
  )

  test.each(named(ofRuntimes))('%s refuses a token', async (_, endpoint) => {
    for (const scope of tokenScopes)
      await problemOf(await ask(tokenOf(clara, scope), endpoint, { path: path(endpoint) }), 401, 'wrong_credential')
  })
})
