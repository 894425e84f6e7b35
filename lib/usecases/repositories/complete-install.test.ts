import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliver } from '#test/host-events.ts'
import { installationOf, redirectOf, type Status } from '#test/installing.ts'
import { atHost, grant, signInClient } from '#test/journey.ts'
import type { Person } from '#test/people/person.ts'
import { refusal } from '#test/refusal.ts'
import { rowsOf } from '#test/rows.ts'
import { type Service, startService } from '#test/service.ts'
import { startWebhookDoor, type WebhookDoor } from '#test/webhook-door.ts'
import { processDelivery } from '../webhooks/process-delivery.ts'

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
  await atHost(service, 'PUT', '/orgs', { login: 'guild' })
  await atHost(service, 'PUT', '/orgs/guild/members/clara-client', { role: 'member' })
  await atHost(service, 'POST', '/repos', { owner: 'guild', name: 'tools' })
  await atHost(service, 'PUT', '/repos/guild/tools/collaborators/clara-client', { permission: 'push' })
})
afterAll(() => service.stop())

const codes = (status: Status) => status.next_actions.map((action) => [action.code, action.who])
const requests = () => service.sql`select * from github_install_requests order by id`
const waits = ['approve_installation', 'repository_host']

async function processAll(): Promise<void> {
  await atHost(service, 'POST', '/deliveries/settle')
  for (const { id } of await service.sql`select id from webhook_inbox where processed_at is null`)
    await processDelivery(service.context(), { deliveryRowId: String(id) })
}

test('what the redirect must carry is named where it is missing, and the state stays good', async () => {
  const { state, code, installation_id, ...rest } = await redirectOf(clara)
  const before = await rowsOf(service.sql)
  const missing = async (body: object) =>
    (await refusal(clara.call('completeGithubInstall', { body: { state, ...body } }))).errors.map((one) => one.pointer)
  expect(await missing({})).toEqual(['/code', '/installation_id'])
  expect(await missing({ code, setup_action: 'update' })).toEqual(['/installation_id'])
  expect(await missing({ installation_id, setup_action: 'install' })).toEqual(['/code'])
  expect(await rowsOf(service.sql)).toEqual(before)
  const done = await clara.call('completeGithubInstall', { body: { ...rest, state, code, installation_id } })
  expect(done.connected).toBe(true)
  await clara.call('disconnectGithubInstallation', {
    params: { installation_id: String(await installationOf(service, 'acme')) },
  })
})

test('a code that the host does not know links nothing and says how to go on', async () => {
  const body = await redirectOf(bea, 'bea-both')
  const met = await refusal(bea.call('completeGithubInstall', { body: { ...body, code: 'f'.repeat(20) } }))
  expect(met).toMatchObject({ status: 400, code: 'install_state_invalid' })
  expect(met.next_actions.map((action) => action.code)).toEqual(['connect_repositories'])
  expect((await bea.call('getGithubStatus')).account).toBeNull()
})

test('a request to an organisation’s owner is remembered once, without any installation, and shown', async () => {
  const body = await redirectOf(clara, 'guild')
  expect(body).not.toHaveProperty('installation_id')
  const status = await clara.call('completeGithubInstall', { body })
  expect([status.connected, status.installations, status.installation_requested_at]).toEqual([
    true,
    [],
    expect.any(String),
  ])
  expect(codes(status)).toContainEqual(waits)
  const { code: _, ...withoutCode } = await redirectOf(clara, 'guild')
  const again = await clara.call('completeGithubInstall', { body: withoutCode })
  expect(again.installation_requested_at).toBe(status.installation_requested_at)
  expect(await requests()).toHaveLength(1)
  const used = await refusal(clara.call('completeGithubInstall', { body: withoutCode }))
  expect(used.code).toBe('install_state_invalid')
})

test('a request by a person without any host account is remembered too', async () => {
  const { installation_url } = await bea.call('startGithubInstall')
  const state = new URL(installation_url).searchParams.get('state') ?? ''
  const status = await bea.call('completeGithubInstall', { body: { state, setup_action: 'request' } })
  expect([status.connected, status.account]).toEqual([false, null])
  expect(codes(status)).toEqual([waits, ['connect_repositories', 'client']])
  await grant(bea, 'bea-both')
  const after = await bea.call('getGithubStatus')
  expect([after.installation_requested_at, after.next_actions]).toEqual([null, []])
})

test('when the owner agrees, the installation is connected for who asked, as far as the host lists it for them', async () => {
  const [request] = await atHost<{ id: number }[]>(service, 'GET', '/installation-requests')
  await atHost(service, 'POST', `/installation-requests/${request?.id}/approval`)
  await processAll()
  const status = await clara.call('getGithubStatus')
  expect(status.installations.map((one) => one.account_login)).toEqual(['guild'])
  expect([status.installation_requested_at, status.next_actions]).toEqual([null, []])
  expect((await bea.call('getGithubStatus')).installations.map((one) => one.account_login)).toEqual(['bea-both'])
})

test('an event that names a person as its requester connects nothing that the host does not list for them (row 62)', async () => {
  const { installation_url } = await bea.call('startGithubInstall')
  const state = new URL(installation_url).searchParams.get('state') ?? ''
  await bea.call('completeGithubInstall', { body: { state, setup_action: 'request' } })
  const [connection] = await service.sql`select github_user_id as id from github_connections where login = 'bea-both'`
  const installation = { id: await installationOf(service, 'guild') }
  const claim = { action: 'created', installation, requester: { id: Number(connection?.id) } }
  await deliver(service, 'installation', JSON.stringify(claim))
  await processAll()
  expect(await service.sql`select 1 from webhook_inbox where processed_at is null`).toHaveLength(0)
  const status = await bea.call('getGithubStatus')
  expect(status.installations.map((one) => one.account_login)).toEqual(['bea-both'])
  expect(status.installation_requested_at).not.toBeNull()
})

test('a suspended installation is connected, lists nothing, and says who can lift the suspension', async () => {
  await grant(clara, 'acme')
  const id = await installationOf(service, 'acme')
  await atHost(service, 'PUT', `/installations/${id}/suspended`)
  const status = await clara.call('completeGithubInstall', { body: await redirectOf(clara) })
  const acme = status.installations.find((one) => one.account_login === 'acme')
  expect([acme?.suspended, acme?.repositories]).toEqual([true, []])
  expect(codes(status)).toEqual([['resume_installation', 'repository_host']])
  await atHost(service, 'DELETE', `/installations/${id}/suspended`)
  const resumed = await clara.call('refreshGithubInstallation', { params: { installation_id: String(id) } })
  expect(resumed.installations.find((one) => one.account_login === 'acme')?.repositories.length).toBeGreaterThan(0)
})

test('a host account that another person has connected is refused, and nothing of theirs changes', async () => {
  const { installation_url } = await bea.call('startGithubInstall')
  const returned = await clara.installApp(installation_url, 'acme')
  const body = Object.fromEntries(returned) as Awaited<ReturnType<typeof redirectOf>>
  const tables = ['github_connections', 'github_installations', 'repository_accesses']
  const before = await rowsOf(service.sql, tables)
  const met = await refusal(bea.call('completeGithubInstall', { body }))
  expect(met).toMatchObject({ status: 409, code: 'state_conflict' })
  expect(met.next_actions.map((action) => action.code)).toEqual(['connect_repositories'])
  expect(await rowsOf(service.sql, tables)).toEqual(before)
})

test('a code works with the verifier of the start it came from alone, and the verifier is no secret of the browser', async () => {
  const [first, second] = [await redirectOf(clara), await redirectOf(clara)]
  const swapped = refusal(clara.call('completeGithubInstall', { body: { ...second, code: first.code ?? '' } }))
  expect(await swapped).toMatchObject({ code: 'install_state_invalid' })
  const { installation_url } = await clara.call('startGithubInstall')
  const returned = await clara.installApp(installation_url, 'acme')
  const field = (name: string) => returned.get(name) ?? ''
  const body = { state: field('state'), code: field('code'), installation_id: field('installation_id') }
  await clara.call('completeGithubInstall', { body })
  const sent =
    service.wires.host.requests.findLast(({ path }) => path.includes('/login/oauth/access_token'))?.body ?? ''
  const { code_verifier } = JSON.parse(sent) as { code_verifier: string }
  const challenge = createHash('sha256').update(code_verifier).digest('base64url')
  expect(new URL(installation_url).searchParams.get('code_challenge')).toBe(challenge)
  expect(installation_url).not.toContain(code_verifier)
  const rows = await service.sql`select verifier_sealed from github_install_states`
  expect(JSON.stringify(rows)).not.toContain(code_verifier)
})
