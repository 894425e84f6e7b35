import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliver, permutations, settle, shuffled, waitingDeliveries, worldOf } from '#test/host-events.ts'
import { addRepository, installationOf, subscribe } from '#test/installing.ts'
import { atHost, grant, openIssue, signInClient } from '#test/journey.ts'
import type { Person } from '#test/people/person.ts'
import { type Service, startService } from '#test/service.ts'
import { startWebhookDoor, type WebhookDoor } from '#test/webhook-door.ts'
import { processDelivery } from './process-delivery.ts'

let service: Service
let door: WebhookDoor
let clara: Person
let bea: Person

beforeAll(async () => {
  door = await startWebhookDoor()
  service = await startService({ webhookUrl: door.url })
  door.open(service.router)
  service.onStop(() => door.stop())
  clara = await signInClient(service, 'clara')
  bea = await signInClient(service, 'bea')
})
afterAll(() => service.stop())

const process = (ids: readonly string[]) =>
  Promise.all(ids.map((id) => processDelivery(service.context(), { deliveryRowId: id })))

async function processAll(): Promise<void> {
  await settle(service)
  for (const id of await waitingDeliveries(service)) await process([id])
}

/** Everything that can happen to an installation and its repositories, one thing after the other. */
async function liveThrough(): Promise<void> {
  const at = (method: string, path: string, body?: object) => atHost(service, method, path, body)
  await addRepository(service, { name: 'alpha' })
  await addRepository(service, { name: 'beta' })
  await addRepository(service, { name: 'gamma', private: true })
  await grant(clara, 'acme', 'alpha')
  await grant(clara, 'clara-client')
  await grant(bea, 'bea-both')
  const id = await installationOf(service, 'acme')
  await subscribe(service, 'acme', ['repository', 'issues', 'member', 'organization'])
  await openIssue(service, { repository: 'acme/alpha' })
  await at('PATCH', '/repos/acme/alpha', { name: 'alpha-two' })
  await at('PATCH', '/repos/acme/beta', { private: true })
  await at('PATCH', '/repos/acme/beta', { private: false })
  await at('PATCH', '/repos/acme/beta', { archived: true })
  await at('PUT', `/installations/${id}/suspended`)
  await at('DELETE', `/installations/${id}/suspended`)
  await at('PUT', `/installations/${id}/permissions`, { permissions: { contents: 'write' } })
  await at('PUT', '/repos/acme/alpha-two/collaborators/clara-client', { permission: 'pull' })
  await at('PUT', '/repos/acme/alpha-two/collaborators/clara-client', { permission: 'push' })
  await at('DELETE', '/repos/acme/gamma/collaborators/clara-client')
  await at('PATCH', '/repos/acme/alpha-two', { owner: 'clara-client' })
  await at('PUT', '/orgs/acme/members/bea-both', { role: 'member' })
  await at('DELETE', '/orgs/acme/members/bea-both')
  await at('DELETE', '/repos/acme/gamma')
  await at('DELETE', '/authorizations/bea-both')
  await at('POST', '/ping')
}

test('every delivery of a varied history, replayed in random order under fresh ids, leaves the database unchanged (rows 54, 56)', async () => {
  await liveThrough()
  await processAll()
  const recorded = [...door.delivered]
  expect(recorded.length).toBeGreaterThan(20)
  const before = await worldOf(service)
  const seed = Date.now() % 1_000_000
  console.log(`replay seed ${seed}`)
  const asked = service.wires.host.requests.length
  for (const { headers, body } of shuffled(recorded, seed))
    expect((await deliver(service, headers['x-github-event'] ?? '', body)).status).toBe(202)
  const waiting = await waitingDeliveries(service)
  expect(waiting).toHaveLength(recorded.length)
  for (const ids of inGroups(shuffled(waiting, seed + 1), 5)) await process(ids)
  expect(await waitingDeliveries(service)).toEqual([])
  expect(service.wires.host.requests.length).toBeGreaterThan(asked)
  expect(await worldOf(service), `seed ${seed}`).toEqual(before)
})

const tables = ['github_installations', 'repository_accesses'] as const

/** What people may do now, whatever way it came about. */
async function rights(): Promise<unknown> {
  const rows = await Promise.all(
    tables.map(
      (table) => service.sql`select to_jsonb(t) - 'checked_at' - 'removed_at' - 'disconnected_at' as row,
      ${service.sql(table === 'github_installations' ? 'disconnected_at' : 'removed_at')} is null as live
      from ${service.sql(table)} t order by id`,
    ),
  )
  return JSON.stringify(rows)
}

/** Puts the rows back to what was known before the events, and makes them old. */
async function forget(known: { table: (typeof tables)[number]; rows: Record<string, unknown>[] }[]): Promise<void> {
  await service.sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    for (const { table, rows } of known) {
      await tx`delete from ${tx(table)}`
      for (const row of rows) await tx`insert into ${tx(table)} ${tx({ ...row, checked_at: new Date(0) })}`
    }
  })
}

const fates = [
  ['stays', 5, async () => {}],
  ['is gone in the end', 4, (id: number) => atHost(service, 'DELETE', `/installations/${id}`)],
] as const

test.each(fates)(
  'the last events of an installation that %s bring about the same rights in every order of all %d (row 56)',
  async (_, length, end) => {
    await grant(clara, 'acme', 'slugify-lite')
    const id = await installationOf(service, 'acme')
    await subscribe(service, 'acme', ['repository', 'member'])
    await processAll()
    const known = await Promise.all(
      tables.map(async (table) => ({ table, rows: [...(await service.sql`select * from ${service.sql(table)}`)] })),
    )
    const from = door.delivered.length
    await atHost(service, 'PUT', `/installations/${id}/suspended`)
    await atHost(service, 'DELETE', `/installations/${id}/suspended`)
    await atHost(service, 'PATCH', '/repos/acme/slugify-lite', { archived: true })
    await atHost(service, 'PATCH', '/repos/acme/slugify-lite', { archived: false })
    await atHost(service, 'PUT', '/repos/acme/date-range/collaborators/clara-client', { permission: 'pull' })
    await end(id)
    await settle(service)
    const events = door.delivered.slice(from).slice(-length)
    expect(events).toHaveLength(length)

    const outcomes = new Set<unknown>()
    for (const [turn, order] of permutations(events).entries()) {
      await forget(known)
      for (const { headers, body } of order) await deliver(service, headers['x-github-event'] ?? '', body)
      const ids = await waitingDeliveries(service)
      for (const group of inGroups(ids, turn % 2 === 0 ? 1 : length)) await process(group)
      outcomes.add(await rights())
    }
    expect(outcomes.size).toBe(1)
  },
)

function inGroups<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size))
}
