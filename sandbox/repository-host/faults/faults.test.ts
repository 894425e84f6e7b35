import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  asUser,
  authorize,
  createApp,
  install,
  play,
  type Received,
  signIn,
  startReceiver,
  startTestHost,
  type TestHost,
} from '../test-host.ts'
import { type HostFaults, hostFaults } from './client.ts'

const slugify = { owner: 'acme', repo: 'slugify-lite' }

let receiver: Awaited<ReturnType<typeof startReceiver>>
let host: TestHost
let faults: HostFaults

beforeAll(async () => {
  receiver = await startReceiver()
  host = await startTestHost({ webhookUrl: receiver.url })
  faults = hostFaults(host.url)
  await install(host, 'clara-client', 'acme')
  await settle()
})
afterEach(async () => {
  await faults.set({})
  await settle()
  receiver.received.length = 0
})
afterAll(async () => {
  await host.remove()
  receiver.stop()
})

const settle = () => play(host, 'POST', '/deliveries/settle')
const read = (init: RequestInit = {}) => fetch(`${host.apiUrl}/repos/acme/slugify-lite`, init)
const exchange = async (fields: Record<string, string>) => {
  const { clientId: client_id, clientSecret: client_secret } = host.app
  const body = new URLSearchParams({ client_id, client_secret, ...fields })
  const headers = { accept: 'application/json' }
  const answer = await fetch(`${host.url}/login/oauth/access_token`, { method: 'POST', body, headers })
  const tokens: { access_token?: string; refresh_token?: string; error?: string } = await answer.json()
  return tokens
}

describe('requests', () => {
  test('a dropped answer belongs to a write that was carried out', async () => {
    await faults.set({ dropAnswers: { path: '/api/v3/repos/acme/slugify-lite/issues', count: 1 } })
    const octokit = asUser(host, await signIn(host, 'clara-client'))
    const list = async () => (await octokit.request('GET /repos/{owner}/{repo}/issues', slugify)).status
    await expect(list()).rejects.toThrow()
    expect(await list()).toBe(200)
    expect(await faults.show()).toEqual({})
  })

  test('a refresh whose answer is lost has used the refresh token up', async () => {
    const code = (await authorize(host, 'oscar-owner')).get('code') ?? ''
    const { refresh_token = '' } = await exchange({ code })
    const refresh = { grant_type: 'refresh_token', refresh_token }
    await faults.set({ dropAnswers: { path: '/login/oauth/access_token', count: 1 } })
    await expect(exchange(refresh)).rejects.toThrow('fetch failed')
    expect(await exchange(refresh)).toMatchObject({ error: 'bad_refresh_token' })
  })

  test('the next ones below a path fail as asked, and then none', async () => {
    await faults.set({ failNext: { path: '/api/v3/repos', count: 1, status: 500 } })
    const failed = await read()
    expect([failed.status, await failed.json()]).toMatchObject([500, { message: 'Server Error', status: '500' }])
    expect((await read()).status).toBe(200)
  })

  test('a held answer comes when the faults are replaced, and its request was carried out at once', async () => {
    await faults.set({ hold: { path: '/api/v3/repos', ms: 600_000 } })
    const held = read()
    await expect(read({ signal: AbortSignal.timeout(100) })).rejects.toThrow('timeout')
    await faults.set({})
    expect((await held).status).toBe(200)
  })

  test('a recursive tree ends where it was asked to and says so, and a plain one does not', async () => {
    await faults.set({ treeEntries: 2 })
    const octokit = asUser(host, await signIn(host, 'clara-client'))
    const tree = async (query: object) =>
      (await octokit.request('GET /repos/{owner}/{repo}/git/trees/main', { ...slugify, ...query })).data
    expect(await tree({ recursive: '1' })).toMatchObject({ truncated: true, tree: { length: 2 } })
    expect(await tree({})).toMatchObject({ truncated: false })
    await faults.set({})
    expect(await tree({ recursive: '1' })).toMatchObject({ truncated: false })
  })

  test('an outage answers the API and the token exchange with a page, and leaves the login pages alone', async () => {
    await faults.set({ outage: true })
    const out = await read()
    expect([out.status, out.headers.get('content-type')]).toEqual([502, 'text/html; charset=utf-8'])
    expect(await out.text()).toContain('Unicorn!')
    await expect(exchange({ code: 'x' })).rejects.toThrow()
    expect((await authorize(host, 'oscar-owner')).get('code')).not.toBeNull()
  })

  test.each([{ outage: 1 }, { rateLimit: { kind: 'tertiary', count: 1, resetInSeconds: 1 } }, { delay: 1 }])(
    'settings that name no fault are refused: %j',
    async (body) => {
      await expect(play(host, 'PUT', '/faults', body)).rejects.toThrow('422')
      expect(await faults.show()).toEqual({})
    },
  )
})

describe('rate limits', () => {
  test('a spent budget is reported with the time when it renews, also by the budget itself', async () => {
    await faults.set({ rateLimit: { kind: 'primary', count: 1, resetInSeconds: 60 } })
    const budget = await (await fetch(`${host.apiUrl}/rate_limit`)).json()
    expect(budget).toMatchObject({ rate: { remaining: 0 } })
    const refused = await read()
    expect([refused.status, (await refused.json()).message]).toEqual([
      403,
      'API rate limit exceeded for anonymous requests.',
    ])
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0')
    expect(Number(refused.headers.get('x-ratelimit-reset'))).toBe(budget.rate.reset)
    expect((await read()).status).toBe(200)
  })

  test('too much at once is answered with a pause', async () => {
    await faults.set({ rateLimit: { kind: 'secondary', count: 1, resetInSeconds: 7, status: 429 } })
    const refused = await read()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '7'])
    expect((await refused.json()).message).toMatch(/^You have exceeded a secondary rate limit/)
    expect((await read()).status).toBe(200)
  })

  test('a limit ends with its time, however few requests it hit', async () => {
    let now = new Date()
    const other = await startTestHost({ now: () => now })
    try {
      await hostFaults(other.url).set({ rateLimit: { kind: 'primary', count: 100, resetInSeconds: 60 } })
      const status = async () => (await fetch(`${other.apiUrl}/repos/acme/slugify-lite`)).status
      expect(await status()).toBe(403)
      now = new Date(now.getTime() + 61_000)
      expect(await status()).toBe(200)
    } finally {
      await other.remove()
    }
  })
})

describe('webhooks', () => {
  const listDeliveries = async (per_page: number) =>
    (await createApp(host).octokit.request('GET /app/hook/deliveries', { per_page })).data
  const rename = (title: string) => play(host, 'PATCH', '/repos/acme/slugify-lite/issues/1', { title })
  const titles = () => receiver.received.map(({ body }: Received) => JSON.parse(body).issue.title)

  test('that are dropped are logged as timed out and can be redelivered', async () => {
    await faults.set({ deliveries: { drop: true } })
    await rename('dropped')
    await settle()
    const [lost] = await listDeliveries(1)
    expect(lost).toMatchObject({ event: 'issues', action: 'edited', status: 'timed out', status_code: 0 })
    expect(titles()).toEqual([])
    await faults.set({})
    const again = { delivery_id: Number(lost?.id) }
    await createApp(host).octokit.request('POST /app/hook/deliveries/{delivery_id}/attempts', again)
    await settle()
    expect(titles()).toEqual(['dropped'])
  })

  test('that something in between refuses do not arrive and are logged with its status', async () => {
    await faults.set({ deliveries: { failStatus: 502 } })
    await rename('refused')
    await settle()
    expect(await listDeliveries(1)).toMatchObject([{ status_code: 502, status: 'Invalid HTTP Response: 502' }])
    expect(titles()).toEqual([])
  })

  test('that are duplicated arrive with the same id and are logged once', async () => {
    const [before] = await listDeliveries(1)
    await faults.set({ deliveries: { duplicate: 2 } })
    await rename('thrice')
    await settle()
    expect(titles()).toEqual(['thrice', 'thrice', 'thrice'])
    expect(new Set(receiver.received.map(({ headers }) => headers['x-github-delivery'])).size).toBe(1)
    expect((await listDeliveries(2))[1]?.id).toBe(before?.id)
  })

  test('that are shuffled arrive in swapped pairs, and one alone when they settle', async () => {
    await faults.set({ deliveries: { shuffle: true } })
    for (const title of ['one', 'two', 'three']) await rename(title)
    await expect.poll(titles).toEqual(['two', 'one'])
    await settle()
    expect(titles()).toEqual(['two', 'one', 'three'])
  })

  test('that are delayed are not in the log yet, and arrive when the faults are replaced', async () => {
    const [before] = await listDeliveries(1)
    await faults.set({ deliveries: { delayMs: 600_000 } })
    await rename('late')
    expect((await listDeliveries(1))[0]?.id).toBe(before?.id)
    await faults.set({})
    await settle()
    expect(titles()).toEqual(['late'])
  })

  test('that wait do not hold up the end of the host', async () => {
    const other = await startTestHost({ webhookUrl: receiver.url })
    await hostFaults(other.url).set({ deliveries: { delayMs: 600_000, shuffle: true } })
    await play(other, 'POST', '/ping')
    await other.remove()
    expect(receiver.received).toEqual([])
  })
})
