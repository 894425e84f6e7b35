import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deliver, settle, waitingDeliveries, worldOf } from '#test/host-events.ts'
import { addRepository, installationOf, type Status, subscribe } from '#test/installing.ts'
import { atHost, grant, openIssue, signInClient } from '#test/journey.ts'
import type { Person } from '#test/people/person.ts'
import { type Service, startService } from '#test/service.ts'
import { startWebhookDoor, type WebhookDoor } from '#test/webhook-door.ts'
import { processDelivery } from './process-delivery.ts'

let service: Service
let door: WebhookDoor
let clara: Person
let name = ''
let count = 0

beforeAll(async () => {
  door = await startWebhookDoor()
  service = await startService({ webhookUrl: door.url })
  door.open(service.router)
  service.onStop(() => door.stop())
  clara = await signInClient(service, 'clara')
  await grant(clara, 'clara-client')
})
beforeEach(async () => {
  count += 1
  await addRepository(service, { name: `watched-${count}` })
  name = `acme/watched-${count}`
  await grant(clara, 'acme', `watched-${count}`)
  await subscribe(service, 'acme', ['repository', 'issues', 'member', 'organization'])
  await processAll()
})
afterAll(() => service.stop())

async function processAll(): Promise<void> {
  await settle(service)
  for (const id of await waitingDeliveries(service)) await processDelivery(service.context(), { deliveryRowId: id })
}

const status = () => clara.call('getGithubStatus')
const acme = (from: Status) => from.installations.find((one) => one.account_login === 'acme')
const row = (from: Status, named = name) =>
  from.installations.flatMap((one) => one.repositories).find((one) => one.full_name === named)
const change = (body: object) => atHost(service, 'PATCH', `/repos/${name}`, body)
const collaborator = (method: string, body?: object) =>
  atHost(service, method, `/repos/${name}/collaborators/clara-client`, body)

type Happening = { happens: () => Promise<unknown>; shows: (from: Status) => unknown; as: unknown }

const happenings: Record<string, Happening> = {
  'repository renamed': {
    happens: () => change({ name: `${name.split('/')[1]}-new` }),
    shows: (from) => [row(from), row(from, `${name}-new`)?.full_name],
    as: [undefined, expect.any(String)],
  },
  'repository archived': {
    happens: () => change({ archived: true }),
    shows: (from) => row(from)?.can_draft,
    as: false,
  },
  'repository privatized': { happens: () => change({ private: true }), shows: (from) => row(from)?.private, as: true },
  'repository transferred away': {
    happens: () => change({ owner: 'oscar-owner' }),
    shows: (from) => row(from),
    as: undefined,
  },
  'repository transferred to a connected account': {
    happens: () => change({ owner: 'clara-client' }),
    shows: (from) => [row(from), row(from, name.replace('acme/', 'clara-client/'))?.can_browse],
    as: [undefined, true],
  },
  'repository deleted': {
    happens: () => atHost(service, 'DELETE', `/repos/${name}`),
    shows: (from) => row(from),
    as: undefined,
  },
  'member narrowed': {
    happens: () => collaborator('PUT', { permission: 'pull' }),
    shows: (from) => [row(from)?.can_browse, row(from)?.can_draft],
    as: [true, false],
  },
  'member removed': { happens: () => collaborator('DELETE'), shows: (from) => row(from), as: undefined },
}

test.each(Object.entries(happenings))(
  '%s: the event brings the truth here without any request of the person (row 64)',
  async (_, { happens, shows, as }) => {
    expect(row(await status())).toMatchObject({ can_browse: true, can_draft: true, private: false })
    await happens()
    await processAll()
    expect(shows(await status())).toEqual(as)
  },
)

test('an event that names the repository alone is enough', async () => {
  const { repository_id } = row(await status()) ?? {}
  await subscribe(service, 'acme', [])
  await processAll()
  await change({ archived: true })
  await processAll()
  expect(row(await status())?.archived).toBe(false)
  await deliver(service, 'repository', JSON.stringify({ action: 'archived', repository: { id: repository_id } }))
  await processAll()
  expect(row(await status())?.archived).toBe(true)
})

test('suspended, resumed and removed installations are followed', async () => {
  const id = await installationOf(service, 'acme')
  const sees = async (method: string, path = '') => {
    await atHost(service, method, `/installations/${id}${path}`)
    await processAll()
    const found = acme(await status())
    return found && [found.suspended, found.repositories.length > 0]
  }
  expect(await sees('PUT', '/suspended')).toEqual([true, false])
  expect(await sees('DELETE', '/suspended')).toEqual([false, true])
  expect(await sees('DELETE')).toBeUndefined()
})

test('a person who leaves the organisation loses its repositories by the event', async () => {
  await atHost(service, 'PUT', '/orgs/acme/members/bea-both', { role: 'installer' })
  await atHost(service, 'PUT', `/repos/${name}/collaborators/bea-both`, { permission: 'push' })
  const bea = await signInClient(service, 'bea')
  await grant(bea, 'acme', name.split('/')[1])
  await subscribe(service, 'acme', ['organization'])
  await processAll()
  await atHost(service, 'DELETE', `/repos/${name}/collaborators/bea-both`)
  await processAll()
  expect(row(await bea.call('getGithubStatus'))?.can_draft).toBe(true)
  await atHost(service, 'DELETE', '/orgs/acme/members/bea-both')
  await processAll()
  expect(row(await bea.call('getGithubStatus'))).toBeUndefined()
  expect(row(await status())?.can_draft).toBe(true)
})

test('a revoked authorisation is believed when the host says so to the connection’s own token, and not before', async () => {
  const [connection] = await service.sql`select github_user_id from github_connections where login = 'clara-client'`
  const claim = { action: 'revoked', sender: { id: Number(connection?.github_user_id), login: 'clara-client' } }
  await deliver(service, 'github_app_authorization', JSON.stringify(claim))
  await processAll()
  expect((await status()).connected).toBe(true)
  await atHost(service, 'DELETE', '/authorizations/clara-client')
  await processAll()
  expect((await status()).connected).toBe(false)
  expect((await service.sql`select 1 from webhook_inbox where processed_at is null`).length).toBe(0)
})

test('a refused connection of one person keeps no event from another', async () => {
  await atHost(service, 'PUT', '/orgs/acme/members/bea-both', { role: 'installer' })
  await atHost(service, 'PUT', `/repos/${name}/collaborators/bea-both`, { permission: 'push' })
  await grant(await signInClient(service, 'bea'), 'acme', name.split('/')[1])
  await atHost(service, 'DELETE', '/authorizations/bea-both')
  await change({ archived: true })
  await processAll()
  expect(await waitingDeliveries(service)).toEqual([])
  expect(row(await status())?.archived).toBe(true)
  expect((await status()).connected).toBe(true)
})

test('unknown kinds, kinds of no consequence, foreign ids and nonsense are done without effect (row 62)', async () => {
  await openIssue(service, { repository: name })
  await atHost(service, 'POST', '/ping')
  await settle(service)
  const id = await installationOf(service, 'acme')
  const before = await worldOf(service)
  const deep = `${'{"installation":'.repeat(50_000)}1${'}'.repeat(50_000)}`
  const bodies: [string, string][] = [
    ['installation', JSON.stringify({ action: 'deleted', installation: { id: 999_999_999 } })],
    ['installation', JSON.stringify({ action: 'deleted', installation: { id: -1 }, repository: { id: 'x' } })],
    ['repository', JSON.stringify({ action: 'deleted', repository: { id: 2 ** 60 } })],
    ['quantum_entanglement', JSON.stringify({ installation: { id } })],
    ['installation', 'not JSON at all'],
    ['installation', '[]'],
    ['installation', 'null'],
    ['installation', deep],
    ['installation', JSON.stringify({ installation: { id: 999_999_999 }, requester: { id: 1 } })],
    ['github_app_authorization', JSON.stringify({ action: 'revoked', sender: { id: 999_999_999 } })],
    ['github_app_authorization', '{}'],
  ]
  for (const [event, body] of bodies) expect((await deliver(service, event, body)).status, event).toBe(202)
  await processAll()
  expect(await waitingDeliveries(service)).toEqual([])
  const after = await worldOf(service)
  expect(after).toEqual(before)
})
