import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { NextRequest } from 'next/server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createToken } from '#test/api-tokens.ts'
import { index, newKey, signInClient } from '#test/journey.ts'
import { type Service, startService } from '#test/service.ts'
import { middleware } from '../../middleware.ts'
import { createWebServer } from './server/create-web-server.ts'

let service: Service
let cookie: string
let authorization: string
beforeAll(async () => {
  service = await startService({ hasDatabaseLine: true })
  const clara = await signInClient(service)
  cookie = clara.cookieHeader()
  authorization = `Bearer ${(await createToken(clara, ['jobs:read'])).token}`
  await index(service)
})
afterEach(async () => {
  service.databaseLine.thaw()
  await service.sql`drop trigger if exists refused on idempotency_keys`
})
afterAll(() => service.stop())

const ask = (path: string, init: RequestInit = {}) => service.router(new Request(`${service.origin}${path}`, init))
const reads = (): [string, RequestInit][] => [
  ['/api/ready/?for=traffic', {}],
  ['/api/v1/public/issues/?limit=3', {}],
  ['/api/v1/auth/me/', { headers: { cookie } }],
  ['/api/v1/client/job-drafts/', { headers: { cookie } }],
  ['/api/mcp/', { method: 'POST', headers: { ...spoken, authorization }, body: toolsList }],
]
const spoken = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const toolsList = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
const store = () =>
  ask('/api/v1/auth/sessions/revoke-others/', {
    method: 'POST',
    headers: { cookie, origin: service.origin, 'idempotency-key': newKey() },
  })

async function expectUnavailable(response: Response): Promise<void> {
  expect(await response.json()).toMatchObject({ code: 'unavailable', retryable: true })
  expect(response.status).toBe(503)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
}

async function expectBack(): Promise<void> {
  for (const [path, init] of reads()) expect([path, (await ask(path, init)).status]).toEqual([path, 200])
}

test('a database that stops answering is a 503, for what waits already and for what comes then; health goes on', async () => {
  await expectBack()
  service.databaseLine.freeze()
  for (const round of ['waiting', 'known']) {
    const answers = await Promise.all(reads().map(([path, init]) => ask(path, init)))
    for (const answer of answers) await expectUnavailable(answer)
    expect([round, (await ask('/api/health/')).status, (await ask('/api/schema/')).status]).toEqual([round, 200, 200])
  }
  const open = (path: string) => middleware(new NextRequest(`${service.origin}${path}`, { headers: { cookie } }))
  const page = await open('/issues')
  // Nobody has to reload the page.
  expect(['retry-after', 'refresh'].map((name) => page.headers.get(name))).toEqual(['5', '5'])
  expect(page.status).toBe(503)
  // Help is made without the person, whom nobody can look up now.
  const help = await open('/docs/clients')
  expect([help.status, help.headers.get('x-middleware-override-headers')?.includes('cookie')]).toEqual([200, false])
  service.databaseLine.thaw()
  await expectBack()
})

test('a page that was being made when the database stopped answering ends as a 503 in time', async () => {
  const servePage = async (_: unknown, response: ServerResponse) => {
    const made = service.services.watch.during(() => service.services.db.execute('select 1'))
    response.statusCode = await made.then(
      () => 200,
      () => 500,
    )
    response.end('a page')
  }
  const { server, stop } = createWebServer({ router: service.router, servePage, isDevelopment: false })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const page = () => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/issues`)
  expect((await page()).status).toBe(200)
  service.databaseLine.freeze()
  const { status, headers } = await page()
  expect([status, headers.get('retry-after')]).toEqual([503, '5'])
  service.databaseLine.thaw()
  await expectBack()
  expect((await page()).status).toBe(200)
  await stop()
})

test('a database that refuses connections, or ends them, is a 503, and used again once it is back', async () => {
  await service.databaseLine.cut()
  for (const [path, init] of reads()) await expectUnavailable(await ask(path, init))
  await expectUnavailable(await store())
  await service.databaseLine.mend()
  await expectBack()
})

test.each([
  ['the disk is full', '53100'],
  ['the server is a standby', '25006'],
  ['there are too many connections', '53300'],
  ['an administrator ends the connection', '57P01'],
  ['a statement takes too long', '57014'],
  ['a lock is not to be had', '55P03'],
  ['two transactions wait for each other', '40P01'],
])('a write is a 503 and can be repeated when %s (%s)', async (_, code) => {
  await service.sql.unsafe(`
    create or replace function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'refused' using errcode = '${code}'; end $$;
    create trigger refused before insert on idempotency_keys execute function refuse()`)
  await expectUnavailable(await store())
  if (code === '53100' || code === '25006') await expectUnavailable(await ask('/api/ready/?for=traffic'))
  await service.sql`drop trigger refused on idempotency_keys`
  expect((await store()).status).toBe(200)
})
