import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { connect, type Socket } from 'node:net'
import { resolve } from 'node:path'
import { NextRequest } from 'next/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { middleware } from '#middleware'
import { index } from '#test/journey.ts'
import { type Service, startService } from '#test/service.ts'
import { problem } from '../../api/scalars.ts'
import type { Problem } from '../../client/api.ts'
import { peerOf } from '../peer.ts'
import { resolvePageActor } from '../session.ts'
import { createWebServer, type WebServer } from './create-web-server.ts'

const publicFiles = readdirSync(resolve(import.meta.dirname, '../../../public')).map((name) => `/${name}`)

let service: Service
const opened: WebServer[] = []
beforeAll(async () => {
  const env = { TRUSTED_PROXIES: '1', RATE_LIMIT_PAGE: '4', RATE_LIMIT_IMAGE: '2' }
  service = await startService({ env })
})
afterAll(async () => {
  await Promise.all(opened.map(({ stop }) => stop()))
  await service.stop()
})

type Options = { answerAfter?: Promise<unknown>; patience?: { headers: number; request: number; pause: number } }

/** The web program's server with one page, on a free port. */
async function open({ answerAfter, patience }: Options = {}): Promise<{ web: WebServer; port: number }> {
  const web = createWebServer({
    router: service.router,
    servePage: async (_, response) => {
      await answerAfter
      response.setHeader('content-type', 'text/html').end('a page')
    },
    isDevelopment: false,
    ...(patience && { patience }),
  })
  opened.push(web)
  web.server.listen(0, '127.0.0.1')
  await once(web.server, 'listening')
  return { web, port: (web.server.address() as AddressInfo).port }
}

let callers = 0
/** An address that no limit has counted yet. */
const newCaller = () => {
  callers += 1
  return `198.51.100.${callers}`
}

/** Sends lines on a separate connection, which stays open. */
function send(port: number, lines: string[]): Socket & { answer: Promise<string>; ended: Promise<unknown> } {
  const socket = connect(port, '127.0.0.1', () => socket.write(lines.join('\r\n')))
  socket.setEncoding('utf8').on('error', () => undefined)
  return Object.assign(socket, {
    answer: once(socket, 'data').then(([text]) => String(text)),
    ended: once(socket, 'close'),
  })
}

const get = (path: string, ...more: string[]) => [`GET ${path} HTTP/1.1`, 'Host: localhost', ...more, '', '']

test.each(['websocket', 'h2c'])(
  'Upgrade: %s is answered as if it were not there, and holds no stop up',
  async (kind) => {
    const { web, port } = await open()
    // Next.js listens too, and keeps what it knows nothing of.
    web.server.on('upgrade', () => undefined)
    const asked = ['/api/health/', '/', '/api/nothing/'].map((path) =>
      send(port, get(path, 'Connection: Upgrade', `Upgrade: ${kind}`)),
    )
    const answers = await Promise.all(asked.map(({ answer }) => answer))
    expect(answers.map((text) => text.slice(9, 12))).toEqual(['200', '200', '404'])
    await web.stop()
    await Promise.all(asked.map(({ ended }) => ended))
  },
)

/** The problem in an answer that was read from a bare connection. */
function problemIn(answer: string, status: number, code: string): Problem {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(head.toLowerCase()).toContain('content-type: application/problem+json')
  expect(head.toLowerCase()).toContain('connection: close')
  expect(head.toLowerCase()).toContain(`content-length: ${Buffer.byteLength(body)}`)
  const parsed = problem.parse(JSON.parse(body))
  expect(parsed).toMatchObject({ status, code, next_actions: [{ code: expect.any(String) }] })
  expect(head.toLowerCase()).toContain(`x-request-id: ${parsed.request_id}`)
  return parsed as Problem
}

test('a request that is never finished gets 408 and is cut, whether its headers stop or its body does', async () => {
  const { port } = await open({ patience: { headers: 300, request: 2_000, pause: 600 } })
  const head = send(port, ['GET /api/health/ HTTP/1.1', 'Host: localhost', 'X-'])
  const post = ['POST /api/v1/webhooks/github/ HTTP/1.1', 'Host: localhost', 'Content-Length: 100', '', '{']
  const body = send(port, post)
  const slow = send(port, post)
  const drip = setInterval(() => slow.write(' '), 100)
  const first = await Promise.race([body.ended.then(() => 'pausing'), slow.ended.then(() => 'dripping')])
  expect(first).toBe('pausing')
  await Promise.all([head.ended, slow.ended])
  clearInterval(drip)
  for (const late of [head, body, slow])
    expect(problemIn(await late.answer, 408, 'request_timeout').retryable).toBe(true)
})

test('a request whose body pauses after its answer began is cut without a second answer', async () => {
  const { port } = await open({ patience: { headers: 300, request: 2_000, pause: 300 } })
  const post = ['POST /api/v1/agents/ HTTP/1.1', 'Host: localhost', 'Content-Length: 9000000', '', '{']
  const refused = send(port, post)
  let text = ''
  refused.on('data', (chunk) => {
    text += chunk
  })
  await refused.ended
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413'])
})

test('what is no HTTP, has too long headers or asks for a tunnel learns what to do', async () => {
  const { port } = await open()
  const broken = send(port, ['no HTTP at all', '', ''])
  expect(JSON.stringify(problemIn(await broken.answer, 400, 'invalid_request'))).not.toContain('HPE_')
  const long = send(port, get('/api/health/', `X-Long: ${'x'.repeat(20_000)}`))
  expect(problemIn(await long.answer, 431, 'headers_too_large').detail).toContain('16384')
  const tunnel = send(port, ['CONNECT elsewhere.example:443 HTTP/1.1', 'Host: elsewhere.example:443', '', ''])
  expect(JSON.stringify(problemIn(await tunnel.answer, 405, 'method_not_allowed'))).not.toContain('elsewhere')
  expect((await tunnel.answer).toLowerCase()).toContain('allow: get, head')
  await Promise.all([broken.ended, long.ended, tunnel.ended])
})

test('a stop cuts nothing that is being answered, says so on it, and waits for nobody who asks nothing', async () => {
  let release = (): void => undefined
  const answerAfter = new Promise<void>((resolve) => {
    release = resolve
  })
  const { web, port } = await open({ answerAfter })
  const [idle, silent, half] = [send(port, get('/api/health/')), send(port, []), send(port, ['GET / HTTP/1.1', 'Ho'])]
  await idle.answer
  const asked = send(port, get('/'))
  await once(web.server, 'request')
  const stopped = web.stop()
  await Promise.all([idle.ended, silent.ended, half.ended])
  release()
  const answer = await asked.answer
  expect(answer).toMatch(/^HTTP\/1.1 200 /)
  expect(answer.toLowerCase()).toContain('connection: close')
  expect(answer).toContain('a page')
  await stopped
})

test('every answer forbids guessing its type, framing it and leaving https, from every part of the program', async () => {
  const { port } = await open()
  const asked = [
    get('/api/health/'),
    get('/api/nothing/'),
    get('/api/docs/'),
    get('/_next/static/any.js'),
    get('/x//y'),
    get('/', 'Host: elsewhere.example'),
    ['GET / HTTP/1.1', '', ''],
    ['no HTTP at all', '', ''],
    get('/', 'Expect: something else'),
    get('/', `X-Long: ${'x'.repeat(20_000)}`),
  ]
  const answers = await Promise.all(asked.map((lines) => send(port, lines).answer))
  expect(answers.map((text) => text.slice(9, 12))).toEqual([
    '200',
    '404',
    '200',
    '200',
    '400',
    '400',
    '400',
    '400',
    '200',
    '431',
  ])
  for (const text of answers) {
    expect(text.toLowerCase()).toContain('x-content-type-options: nosniff')
    expect(text.toLowerCase()).toContain('strict-transport-security: max-age=')
    expect(text.toLowerCase().split('content-security-policy: ')).toHaveLength(2)
  }
})

test.each(['/API/HEALTH/', '/Api', '/aPi/v1/auth/me/', '/API?x=1'])(
  '%s is a path of no operation, and no page',
  async (path) => {
    const { port } = await open()
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/problem+json'])
    expect(problem.parse(await response.json())).toMatchObject({ code: 'not_found' })
  },
)

test('an ambiguous target is refused with a page where a browser asks, and as a problem for everyone else', async () => {
  const { port } = await open()
  const ask = (path: string, accept: string) => send(port, get(path, `Accept: ${accept}`)).answer
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  for (const path of ['/issues/%zz', '/issues/%00', '/docs/%2e%2e%2f', '//elsewhere.example/']) {
    const page = await ask(path, browser)
    expect(page).toMatch(/^HTTP\/1.1 400 /)
    expect(page).toMatch(/content-type: text\/html; charset=utf-8/i)
    expect(page).toMatch(/vary: accept/i)
    expect(page).toContain('<a href="/">')
    expect(page.split('\r\n\r\n')[1]).not.toContain(path)
    for (const accept of ['*/*', 'application/json', 'application/problem+json, text/html;q=0'])
      expect(await ask(path, accept)).toMatch(/^HTTP\/1.1 400 .*content-type: application\/problem\+json/is)
  }
  for (const path of ['/api/v1/%zz', '/API/%00'])
    expect(await ask(path, browser)).toMatch(/^HTTP\/1.1 400 .*content-type: application\/problem\+json/is)
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:50412', '203.0.113.9'],
  ['[2001:db8:1:2::1]:50412', '2001:db8:1:2::1'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::1'],
  ['2001:db8:1:2::1', '2001:db8:1:2::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['unknown', 'unknown'],
])('a proxy’s %s names the caller %s, whatever stands before it', (named, caller) => {
  expect(peerOf({ headers: new Headers({ 'x-forwarded-for': `198.51.100.1:1, ${named}` }) })).toBe(caller)
})

test.each([
  ['/jobs/7/badge.svg', 'cross-origin'],
  ['/jobs/7/badge.svg/?v=1', 'cross-origin'],
  ['/issues/preview?q=a', 'cross-origin'],
  ['/issues/acme:slugify-lite:7/preview/', 'cross-origin'],
  ['/jobs/7', 'same-origin'],
  ['/jobs/7/badge.svg/more', 'same-origin'],
  ['/issues/acme:slugify-lite:7', 'same-origin'],
  ['/settings?next=/jobs/7/badge.svg', 'same-origin'],
  ['/screenshot.png', 'same-origin'],
  ['/api/health/', 'same-origin'],
])('%s is for the pages of %s requests', async (path, policy) => {
  const { port } = await open()
  const { headers } = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'x-forwarded-for': newCaller() } })
  expect(headers.get('cross-origin-resource-policy')).toBe(policy)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test('a page is only read: any other method is refused as a problem, a call of a server action too', async () => {
  const { port } = await open()
  const forwarded = { 'x-forwarded-for': '203.0.113.9' }
  const ask = (method: string, headers = {}) =>
    fetch(`http://127.0.0.1:${port}/`, { method, headers: { ...forwarded, ...headers } })
  expect((await ask('GET', { 'next-action': 'x' })).status).toBe(200)
  const refused = [await ask('POST', { 'next-action': 'x' }), await ask('DELETE')]
  for (const response of refused) {
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    expect(problem.parse(await response.json())).toMatchObject({ code: 'method_not_allowed' })
  }
  const asked = await ask('OPTIONS')
  expect([asked.status, asked.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
})

test('a question about the whole server is answered with its methods, and no other request names it', async () => {
  const { port } = await open()
  const whole = (method: string) => send(port, [`${method} * HTTP/1.1`, 'Host: localhost', '', '']).answer
  const options = await whole('OPTIONS')
  expect(options).toMatch(/^HTTP\/1.1 204 /)
  expect(options.toLowerCase()).toContain('allow: get, head, post, put, patch, delete, options')
  const [head = '', body = '{}'] = (await whole('GET')).split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1.1 400 /)
  expect(problem.parse(JSON.parse(body))).toMatchObject({ code: expect.stringMatching(/^invalid_/) })
})

test('pages and drawn images are counted for their network, each separately; built and public files are not', async () => {
  const { port } = await open()
  const ask = (path: string, address = '203.0.113.7') =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'x-forwarded-for': address } })
  const statuses: number[] = []
  for (const path of ['/', '/issues', '/_next/static/a.js', ...publicFiles, '/x', '/y', '/z', '/_next/static/b.js'])
    statuses.push((await ask(path)).status)
  expect(statuses).toEqual([200, 200, 200, ...publicFiles.map(() => 200), 200, 200, 429, 200])
  const over = await ask('/')
  expect(over.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0)
  const images = ['/issues/preview/?q=a', '/issues/a:b:1/preview', '/issues/preview?q=b']
  const drawn: number[] = []
  for (const path of images) drawn.push((await ask(path)).status)
  expect(drawn).toEqual([200, 200, 429])
  expect((await ask('/', '203.0.113.8')).status).toBe(200)
  expect((await ask('/api/health/')).status).toBe(200)
})

test('a page is shown as to a stranger when the session cookie is sent twice; the API refuses to choose', async () => {
  const sent = { headers: { cookie: 'jobwright=a; jobwright=b' } }
  expect(await resolvePageActor(new Request(service.origin, sent))).toEqual({ kind: 'anonymous' })
  expect((await service.router(new Request(`${service.origin}/api/v1/auth/me/`, sent))).status).toBe(400)
  for (const [path, status] of [
    ['/', 200],
    ['/issues', 200],
    ['/client', 307],
    ['/settings', 307],
  ] as const)
    expect([path, (await middleware(new NextRequest(service.origin + path, sent))).status]).toEqual([path, status])
})

test('neither a cookie nor an Authorization header makes health, readiness, schema or docs refuse', async () => {
  const { port } = await open()
  await index(service)
  const headers = { authorization: 'Bearer anything', cookie: 'jobwright=a; jobwright=b' }
  for (const path of ['/api/health/', '/api/ready/?for=traffic', '/api/schema/', '/api/docs/'])
    expect([path, (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).status]).toEqual([path, 200])
})
