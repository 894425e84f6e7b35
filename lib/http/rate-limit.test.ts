import { afterAll, beforeAll, expect, test } from 'vitest'
import { index, newKey, signInClient } from '#test/journey.ts'
import type { Person } from '#test/people/person.ts'
import { type Service, startService } from '#test/service.ts'
import { openPool } from '../data/database.ts'
import { createRateLimiter } from './rate-limit.ts'
import { web } from './web.ts'

let service: Service
let clara: Person
let bea: Person
beforeAll(async () => {
  const env = {
    RATE_LIMIT_ACCOUNT: '12',
    RATE_LIMIT_MONEY: '3',
    RATE_LIMIT_ANONYMOUS: '20',
    RATE_LIMIT_WEBHOOK: '5',
    RATE_LIMIT_HEALTH: '4',
  }
  service = await startService({ env })
  clara = await signInClient(service)
  bea = await signInClient(service, 'bea')
})
afterAll(() => service.stop())

async function statuses(count: number, send: () => Promise<Response>): Promise<Response[]> {
  const answers: Response[] = []
  for (let n = 0; n < count; n += 1) answers.push(await send())
  return answers
}

const initialize = (person: Person) =>
  person.send(`${service.origin}/api/v1/client/wallet/initialize/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': newKey() },
    body: '{}',
  })

test('money operations of one account are limited, and answers say what is left and when to come back', async () => {
  const answers = await statuses(4, () => initialize(clara))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
  expect(answers.map(({ headers }) => headers.get('ratelimit'))).toEqual([
    expect.stringMatching(/^"money";r=2;t=\d+$/),
    expect.stringMatching(/^"money";r=1;t=\d+$/),
    expect.stringMatching(/^"money";r=0;t=\d+$/),
    expect.stringMatching(/^"money";r=0;t=\d+$/),
  ])
  expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"money";q=3;w=60')
  expect(Number(answers[3]?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await answers[3]?.json()).toMatchObject({ code: 'rate_limited', retryable: true })
  expect((await initialize(bea)).status).toBe(200)
})

test('reads of one account are limited without touching other accounts', async () => {
  const read = (person: Person) => person.send(`${service.origin}/api/v1/auth/me/`)
  const answers = await statuses(14, () => read(clara))
  expect(answers.at(0)?.status).toBe(200)
  expect(answers.at(-1)?.status).toBe(429)
  expect((await read(bea)).status).toBe(200)
})

test('callers without an account are limited by network, whatever address of it or header they use', async () => {
  const ask = (peer: string, forwarded = '') =>
    service.router(
      new Request(`${service.origin}/api/v1/public/issues/`, {
        headers: { 'x-jobwright-peer': peer, ...(forwarded && { 'x-forwarded-for': forwarded }) },
      }),
    )
  let n = 0
  const answers = await statuses(21, () => {
    n += 1
    return ask(`2001:db8:1:2:${n}::1`, `203.0.113.${n}`)
  })
  expect(answers.slice(0, 20).every(({ status }) => status === 200)).toBe(true)
  expect(answers[20]?.status).toBe(429)
  expect((await ask('2001:db8:1:3::1')).status).toBe(200)
})

test('every refusal counts for its network, whatever it is refused for and before anything else is looked at', async () => {
  const refusals: [string, RequestInit][] = [
    ['/api/nothing/', {}],
    ['/api/health/', { method: 'DELETE' }],
    ['/api/health/', { method: 'OPTIONS' }],
    ['/api/docs/', {}],
    ['/api/docs/assets/nothing.js', {}],
    ['/api/v1/auth/logout/', { method: 'POST', headers: { origin: 'https://elsewhere.example' } }],
    ['/api/v1/auth/me/', { headers: { authorization: 'Bearer x' } }],
    ['/api/v1/auth/logout/', { method: 'POST', body: 'a=b', headers: { origin: service.origin } }],
    ['/api/v1/auth/logout/', { method: 'POST', headers: { 'content-length': '99999999' } }],
  ]
  for (const [index, [path, init]] of refusals.entries()) {
    const headers = { ...init.headers, 'x-jobwright-peer': `198.51.100.${index}` }
    const send = () => service.router(new Request(`${service.origin}${path}`, { ...init, headers }))
    const answers = await statuses(21, send)
    expect(answers.slice(0, 20).map(({ status }) => status)).not.toContain(429)
    expect([path, answers[20]?.status]).toEqual([path, 429])
  }
})

test('liveness and readiness have their own allowances, whatever else their network asks', async () => {
  const ask = (path: string) =>
    service.router(new Request(`${service.origin}${path}`, { headers: { 'x-jobwright-peer': '203.0.113.99' } }))
  expect((await statuses(21, () => ask('/api/schema/')))[20]?.status).toBe(429)
  expect((await ask('/api/health/')).headers.get('ratelimit-policy')).toBe('"health";q=4;w=60')
  expect((await statuses(4, () => ask('/api/health/'))).map(({ status }) => status)).toEqual([200, 200, 200, 429])
  await index(service)
  expect((await ask('/api/ready/?for=traffic')).status).toBe(200)
})

test('webhooks are limited before any signature is checked', async () => {
  const deliver = () =>
    service.router(new Request(`${service.origin}/api/v1/webhooks/github/`, { method: 'POST', body: '{}' }))
  const answers = await statuses(6, deliver)
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429])
})

test('money operations are counted over all instances together, each request once', async () => {
  const limits = { ...web().limits, money: 5 }
  const instances = [createRateLimiter(limits, service.services.db), createRateLimiter(limits, service.services.db)]
  const ask = (n: number) => instances[n % 2]?.count('money', 'somebody', new Headers())
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => ask(n)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
})

test('a money operation that cannot be counted is refused, not let through', async () => {
  const limits = { ...web().limits, money: 5 }
  const db = openPool({ url: 'postgres://nobody@127.0.0.1:1/none', max: 1, applicationName: 'test' })
  const { count } = createRateLimiter(limits, db)
  await expect(count('money', 'somebody', new Headers())).rejects.toMatchObject({ code: 'unavailable' })
  await db.$client.end()
})
