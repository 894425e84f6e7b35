import { expect, test } from 'vitest'
import { createRouter, type RouteModule } from './router.ts'
import { isPlainTarget } from './target.ts'

const answer =
  (text: string): NonNullable<RouteModule['GET']> =>
  async (_, route) =>
    new Response(`${text} ${JSON.stringify((await route?.params) ?? {})}`)

const router = createRouter([
  { path: '/api/things', module: { GET: answer('list'), POST: answer('make') } },
  { path: '/api/things/[id]', module: { GET: answer('one') } },
  { path: '/api/things/facets', module: { GET: answer('facets') } },
])
const ask = (method: string, path: string) => router(new Request(`http://localhost${path}`, { method }))

test.each(['/api/things', '/api/things/'])('%s is found with and without its trailing slash', async (path) => {
  expect(await (await ask('GET', path)).text()).toBe('list {}')
})

test('a fixed segment wins over a parameter, and parameters are decoded', async () => {
  expect(await (await ask('GET', '/api/things/facets/')).text()).toBe('facets {}')
  expect(await (await ask('GET', '/api/things/a%20b/')).text()).toBe('one {"id":"a b"}')
})

test('an unknown path is a 404 problem', async () => {
  const response = await ask('GET', '/api/nothing/')
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ code: 'not_found', request_id: expect.any(String) })
})

test('a wrong method is a 405 problem that names the right ones', async () => {
  const response = await ask('DELETE', '/api/things/')
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS')
  expect(await response.json()).toMatchObject({ code: 'method_not_allowed' })
})

test('HEAD answers like GET without a body, OPTIONS names the methods', async () => {
  const head = await ask('HEAD', '/api/things/1/')
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect((await ask('OPTIONS', '/api/things/1/')).headers.get('allow')).toBe('GET, HEAD, OPTIONS')
})

test.each(['/', '/api/health/', '/api/things/a%20b', '/a?next=//evil', '/a?x=%2f'])(
  'the target %s is plain',
  (target) => {
    expect(isPlainTarget(target)).toBe(true)
  },
)

test.each([
  'http://localhost/api/health/',
  '//evil/api/',
  '/./api/health/',
  '/x/../api/health/',
  '/%2e/api/',
  '/%2E%2e/api/',
  '/api//health/',
  '/api%2fhealth',
  '/api%5chealth',
  '/api\\health',
  '/api/%00',
  '/issues/%E0%A4%A',
  '/issues/%zz',
  '*',
  '',
])('the target "%s" could be read in two ways and is refused (row 18)', (target) => {
  expect(isPlainTarget(target)).toBe(false)
})
