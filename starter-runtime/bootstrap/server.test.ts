import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ownerPassword, post, send, startBootstrap, type TestBootstrap } from '../testing/bootstrap.ts'

let folder: string
let runtime: TestBootstrap

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'starter-server-'))
  runtime = await startBootstrap(folder, {
    publicAddress: 'agents.example:8443/alpha',
    allowedHosts: ['inside.example'],
  })
})

afterEach(async () => {
  await runtime.server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const basic = (password = ownerPassword) => {
  return { authorization: `Basic ${Buffer.from(`owner:${password}`).toString('base64')}` }
}
const json = { 'content-type': 'application/json' }
const wrong = JSON.stringify({ password: 'wrong' })
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const host = () => `127.0.0.1:${runtime.server.port}`
const own = () => ({ ...form, origin: `http://${host()}`, 'sec-fetch-site': 'same-origin' })
const controls = [
  '/service/console/pairing-token',
  '/service/console/drain',
  '/service/console/reset',
  '/service/console/logout',
  '/service/connect/rotate',
]

async function signIn(): Promise<string> {
  const { headers } = await post(`${runtime.url}/service/console/login`, { password: ownerPassword })
  return headers.get('set-cookie')?.split(';')[0] ?? ''
}

describe('host names', () => {
  test.each(['agents.example:8443', 'inside.example', 'AGENTS.EXAMPLE:8443'])('%s is served', async (name) => {
    expect((await send(`${runtime.url}/service/health`, { headers: { host: name } })).status).toBe(200)
  })

  test.each(['evil.example', 'agents.example', 'localhost', 'localhost:1', '127.0.0.1.nip.example:8443'])(
    '%s is refused everywhere, so that no page can rebind its name (H10)',
    async (name) => {
      for (const path of ['/', '/service/health', '/alpha/service/health'])
        expect((await send(`${runtime.url}${path}`, { headers: { host: name } })).json.code).toBe('wrong_host')
    },
  )

  test('everything is served with and without the base path of the public address', async () => {
    expect((await send(`${runtime.url}/alpha/service/health`)).json).toEqual(
      (await send(`${runtime.url}/service/health`)).json,
    )
    expect((await send(`${runtime.url}/alpha`)).headers.get('location')).toBe('/alpha/')
    expect((await send(`${runtime.url}/alpha/`)).text).toContain('password')
  })
})

describe('the owner’s password', () => {
  test.each(controls)('guards %s', async (path) => {
    expect((await post(`${runtime.url}${path}`, {})).status).toBe(401)
    expect((await post(`${runtime.url}${path}`, {}, basic('wrong'))).status).toBe(401)
    expect((await post(`${runtime.url}${path}`, {}, { cookie: 'starter_session=forged' })).status).toBe(401)
  })

  test('shows nothing of the runtime before it is given', async () => {
    const { status, text } = await send(`${runtime.url}/`)
    expect(status).toBe(200)
    expect(text).not.toContain(runtime.identity.address)
    expect(text).toContain('type="password"')
  })

  test('opens a session whose cookie no script and no other site can use', async () => {
    const answer = await post(`${runtime.url}/service/console/login`, { password: ownerPassword })
    expect(answer.json).toEqual({ status: 'ok' })
    expect(answer.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Strict/)
    const cookie = await signIn()
    const page = await send(`${runtime.url}/`, { headers: { cookie } })
    expect(page.text).toContain(runtime.identity.address)
  })

  test('is a secure cookie where the console is reached from afar', async () => {
    const headers = { host: 'agents.example:8443' }
    const answer = await post(`${runtime.url}/service/console/login`, { password: ownerPassword }, headers)
    expect(answer.headers.get('set-cookie')).toContain('; Secure')
  })

  test('is not refused to its owner because others guess, nor is a session to anyone', async () => {
    const cookie = await signIn()
    const login = `${runtime.url}/service/console/login`
    const guess = (localAddress: string) => send(login, { method: 'POST', headers: json, body: wrong, localAddress })
    const statuses: number[] = []
    for (let at = 0; at < 12; at += 1) statuses.push((await guess('127.0.0.2')).status)
    expect(statuses.slice(8)).toEqual(Array(4).fill(429))
    expect((await post(`${runtime.url}/service/console/drain`, {}, basic())).status).toBe(200)
    expect((await post(login, { password: ownerPassword })).status).toBe(200)
    const init = { method: 'POST', headers: { ...json, cookie }, body: '{}', localAddress: '127.0.0.2' }
    expect((await send(`${runtime.url}/service/console/drain`, init)).status).toBe(200)
  })

  test('is guessed at by one caller behind the proxies that the owner trusts, and by no made-up one', async () => {
    const statusOf = async (to: TestBootstrap, hops: string) =>
      (await post(`${to.url}/service/console/login`, wrong, { 'x-forwarded-for': hops })).status
    for (let at = 0; at < 8; at += 1) await statusOf(runtime, `203.0.113.${at}`)
    expect(await statusOf(runtime, '203.0.113.99')).toBe(429)
    const proxied = await startBootstrap(join(folder, 'proxied'), { trustedProxies: 1 })
    for (let at = 0; at < 9; at += 1) await statusOf(proxied, `198.51.100.${at}, 2001:db8::${at + 1}`)
    expect(await statusOf(proxied, '2001:db8::ffff')).toBe(429)
    expect(await statusOf(proxied, '2001:db8:0:1::1')).toBe(401)
    await proxied.server.stop()
  })

  test('can be guessed at only a few times a minute from one address', async () => {
    const guesses: number[] = []
    for (let at = 0; at < 12; at++)
      guesses.push((await post(`${runtime.url}/service/console/login`, { password: `guess ${at}` })).status)
    expect(guesses.slice(0, 8)).toEqual(Array(8).fill(401))
    expect(guesses.slice(8)).toEqual(Array(4).fill(429))
    const right = await post(`${runtime.url}/service/console/login`, { password: ownerPassword })
    expect(right.status).toBe(429)
    expect(right.headers.get('retry-after')).toBe('60')
  })

  test('ends with the sign-out', async () => {
    const cookie = await signIn()
    await post(`${runtime.url}/service/console/logout`, {}, { cookie })
    expect((await post(`${runtime.url}/service/console/pairing-token`, {}, { cookie })).status).toBe(401)
  })
})

describe('where a change may come from', () => {
  const foreign: [string, Record<string, string>][] = [
    ['another origin', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another subdomain', { 'sec-fetch-site': 'same-site' }],
  ]

  test.each(foreign)('%s is refused on every control, even with the cookie', async (_, headers) => {
    const cookie = await signIn()
    for (const path of [...controls, '/service/console/login']) {
      const answer = await post(`${runtime.url}${path}`, {}, { cookie, ...headers })
      expect(answer.json.code).toBe('cross_origin')
    }
    expect(runtime.status.isDraining).toBe(false)
  })

  test('a form that does not say where it comes from is refused', async () => {
    const cookie = await signIn()
    const init = { method: 'POST', headers: { ...form, cookie }, body: '' }
    expect((await send(`${runtime.url}/service/console/drain`, init)).json.code).toBe('cross_origin')
  })

  test('other content types are refused, since pages may send them without asking', async () => {
    const cookie = await signIn()
    const headers = { ...own(), cookie, 'content-type': 'text/plain' }
    const init = { method: 'POST', headers, body: '{}' }
    expect((await send(`${runtime.url}/service/console/drain`, init)).status).toBe(415)
    expect(
      (await post(`${runtime.url}/service/connect/challenge`, '{}', { 'content-type': 'text/plain' })).status,
    ).toBe(415)
  })

  test('a GET changes nothing', async () => {
    const cookie = await signIn()
    for (const path of controls) expect((await send(`${runtime.url}${path}`, { headers: { cookie } })).status).toBe(404)
  })
})

describe('the console', () => {
  test('shows a pairing token to its owner, as a page and as JSON', async () => {
    const cookie = await signIn()
    const page = await send(`${runtime.url}/service/console/pairing-token`, {
      method: 'POST',
      headers: { ...own(), cookie },
    })
    expect(page.text).toMatch(/service-connect:\/\/agents\.example:8443\/alpha\?v=1&amp;token=[A-Za-z0-9_-]{43}/)
    expect(page.text).toContain('action="../../service/console/drain"')
    const { json } = await post(`${runtime.url}/service/console/pairing-token`, {}, basic())
    expect(json.pairing_token).toMatch(/^service-connect:\/\/agents\.example:8443\/alpha\?v=1&token=/)
    expect(Date.parse(String(json.expires_at)) - Date.now()).toBeGreaterThan(14 * 60_000)
  })

  test('runs no script and loads nothing', async () => {
    const { headers, text } = await send(`${runtime.url}/`, { headers: { cookie: await signIn() } })
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    )
    expect(text).not.toMatch(/<script|style="|\son\w+=|src=/)
  })

  test('shows what a stranger wrote as text', async () => {
    runtime.status.lastError = '<img src=x onerror=alert(1)>\u001b[31m'
    const { text } = await send(`${runtime.url}/`, { headers: { cookie: await signIn() } })
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(text).not.toContain('\u001b')
  })

  test('lets browsers say where its own forms come from', async () => {
    const { headers } = await send(`${runtime.url}/`)
    expect(headers.get('referrer-policy')).toBe('same-origin')
  })

  test('asks for a rotation only when there is something to rotate', async () => {
    expect((await post(`${runtime.url}/service/connect/rotate`, {}, basic())).status).toBe(409)
    expect(runtime.status.isRotationWanted).toBe(false)
  })

  test('turns new work away and takes it again', async () => {
    expect((await post(`${runtime.url}/service/console/drain`, {}, basic())).json).toEqual({ draining: true })
    expect((await send(`${runtime.url}/service/health`)).json.state).toBe('draining')
    await post(`${runtime.url}/service/console/drain`, {}, basic())
    expect(runtime.status.isDraining).toBe(false)
  })
})

describe('the wire', () => {
  test('health tells no secret', async () => {
    const { json } = await send(`${runtime.url}/service/health`)
    expect(json).toEqual({
      status: 'ok',
      role: 'worker',
      state: 'idle',
      software: 'jobwright-starter/1.0.0',
      isolation: 'bubblewrap',
      connected: false,
      credential_until: null,
      last_heartbeat_at: null,
      running: 0,
      waiting: 0,
      next_deadline: null,
    })
  })

  test('health and console tell what runs, what waits, and until when', async () => {
    const [soon, later] = ['2030-01-01T10:00:00.000Z', '2030-01-01T11:00:00.000Z']
    const { status } = runtime
    status.running.set('one', { kind: 'job', id: 'one', progress: 'running the executor' })
    status.known = [
      { kind: 'job', id: 'one', until: later },
      { kind: 'verification', id: 'two', until: soon },
    ]
    const { json } = await send(`${runtime.url}/service/health`)
    expect(json).toMatchObject({ state: 'busy', running: 1, waiting: 1, next_deadline: soon })
    const { text } = await send(`${runtime.url}/`, { headers: { cookie: await signIn() } })
    const [running = '', waiting = ''] = text.split('Waiting work')
    expect(running).toMatch(/one<\/code> running the executor until 2030-01-01 11:00:00 UTC/)
    expect(waiting).toMatch(/two<\/code>\s+until 2030-01-01 10:00:00 UTC/)
  })

  test('a body beyond 64 KiB is refused, by its length or while it streams', async () => {
    const large = JSON.stringify({ text: 'x'.repeat(70_000) })
    expect((await post(`${runtime.url}/service/connect/challenge`, large)).status).toBe(413)
    const head = `POST /service/connect/claim HTTP/1.1\r\nhost: ${host()}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(runtime.server.port, '127.0.0.1', () => {
        socket.write(head)
        for (let at = 0; at < 20; at++) socket.write(`2000\r\n${'x'.repeat(0x2000)}\r\n`)
      })
      socket.on('error', () => undefined)
      socket.once('data', (data) => {
        resolve(data.toString('latin1'))
        socket.destroy()
      })
    })
    expect(answer).toContain(' 413 ')
  })

  test('what is not JSON, and what is not there, is answered with a problem', async () => {
    const broken = await post(`${runtime.url}/service/connect/challenge`, '{')
    expect(broken.status).toBe(400)
    expect(broken.headers.get('content-type')).toBe('application/problem+json')
    expect((await send(`${runtime.url}/nothing`)).status).toBe(404)
  })
})
