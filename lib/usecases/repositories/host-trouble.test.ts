import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type HostFaults, hostFaults } from '#sandbox/repository-host/faults/client.ts'
import { type Access, atHost, grant, openIssue, signInClient } from '#test/journey.ts'
import type { Person } from '#test/people/person.ts'
import { rowsOf } from '#test/rows.ts'
import { type Service, startService } from '#test/service.ts'

let service: Service
let faults: HostFaults
let clara: Person
let access: Access
let number = 0

beforeAll(async () => {
  service = await startService()
  faults = hostFaults(service.host.url)
  clara = await signInClient(service, 'clara')
  access = await grant(clara, 'acme')
  number = await openIssue(service)
})
afterEach(async () => {
  service.wires.host.mend()
  await faults.set({})
})
afterAll(() => service.stop())

/** The answer of a request that must reach the host, with its headers. */
async function ask(): Promise<{ status: number; retryAfter: number; body: Record<string, unknown> }> {
  const url = `${service.origin}/api/v1/client/github/issue-preview/`
  const init = { method: 'POST', headers: { 'content-type': 'application/json' } }
  const answer = await clara.send(url, {
    ...init,
    body: JSON.stringify({ repository_access_id: access.id, number }),
  })
  return { status: answer.status, retryAfter: Number(answer.headers.get('retry-after')), body: await answer.json() }
}

const limits = [
  ['primary', 403],
  ['primary', 429],
  ['secondary', 403],
  ['secondary', 429],
] as const

test.each(limits)('a %s limit (%d) of the host is reported as such, with the time to wait', async (kind, status) => {
  const before = await rowsOf(service.sql)
  await faults.set({ rateLimit: { kind, status, count: 9, resetInSeconds: 50 } })
  const met = await ask()
  expect(met).toMatchObject({
    status: 503,
    body: { code: 'repository_host_limited', retryable: true, next_actions: [{ code: 'repeat_later' }] },
  })
  expect(met.retryAfter).toBeGreaterThan(30)
  expect(met.retryAfter).toBeLessThanOrEqual(60)
  expect(await rowsOf(service.sql)).toEqual(before)
  await faults.set({})
  expect((await ask()).status).toBe(200)
})

const garbage: [string, (path: string, answer: string) => string][] = [
  ['a page of HTML', () => '<html>We are having trouble.</html>'],
  ['cut JSON', (_, answer) => answer.slice(0, -5)],
  ['JSON of another form', () => '{"repositories":[{"id":"x"}],"installations":7}'],
  ['a list', () => '[]'],
]

test.each(garbage)('%s in place of an answer is an outage of the host and changes nothing', async (_, toGarbage) => {
  const before = await rowsOf(service.sql)
  await openIssue(service)
  service.wires.host.rewrite = ({ path }, answer) => (path.includes('/api/v3/') ? toGarbage(path, answer) : answer)
  await atHost(service, 'PATCH', '/repos/acme/slugify-lite', { archived: true })
  const met = await ask()
  expect(met).toMatchObject({ status: 503, body: { code: 'repository_host_unavailable', retryable: true } })
  expect(met.retryAfter).toBeGreaterThan(0)
  expect(await rowsOf(service.sql)).toEqual(before)
  await atHost(service, 'PATCH', '/repos/acme/slugify-lite', { archived: false })
})

test('an outage and a cut line leave every right as it was, and the next request goes through', async () => {
  const before = await rowsOf(service.sql)
  await faults.set({ outage: true })
  expect(await ask()).toMatchObject({ status: 503, body: { code: 'repository_host_unavailable', retryable: true } })
  await faults.set({ dropAnswers: { path: '/api/v3/user/installations', count: 1 } })
  expect(await ask()).toMatchObject({ status: 503, body: { code: 'repository_host_unavailable' } })
  expect(await rowsOf(service.sql)).toEqual(before)
  expect((await ask()).status).toBe(200)
})

test('a host that does not answer is given up after ten seconds', async () => {
  await faults.set({ hold: { path: '/api/v3/user/installations', ms: 60_000 } })
  expect(await ask()).toMatchObject({ status: 503, body: { code: 'repository_host_unavailable' } })
})

test('what the host does not permit is refused as a lack of permission, and closes nothing', async () => {
  service.wires.host.status = ({ path }) => (path.includes('/issues/') ? 403 : undefined)
  service.wires.host.rewrite = ({ path }, answer) =>
    path.includes('/issues/') ? '{"message":"Resource not accessible by integration"}' : answer
  expect(await ask()).toMatchObject({
    status: 403,
    body: { code: 'repository_permission', retryable: false, next_actions: [{ code: 'permit_at_host' }] },
  })
  service.wires.host.mend()
  expect((await ask()).status).toBe(200)
})
