import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type HostFaults, hostFaults } from '#sandbox/repository-host/faults/client.ts'
import { installationOf, namesIn, redirectOf, type Status } from '#test/installing.ts'
import { type Access, atHost, grant, signInClient } from '#test/journey.ts'
import type { Person } from '#test/people/person.ts'
import { refusal } from '#test/refusal.ts'
import { rowsOf } from '#test/rows.ts'
import { type Service, startService } from '#test/service.ts'
import { startWebProgram } from '#test/web-program.ts'
import { reconcileLinks } from './reconcile-links.ts'

let service: Service
let faults: HostFaults
let clara: Person
let bea: Person
let access: Access

beforeAll(async () => {
  service = await startService()
  faults = hostFaults(service.host.url)
  clara = await signInClient(service, 'clara')
  bea = await signInClient(service, 'bea')
  access = await grant(clara, 'acme')
})
afterEach(async () => {
  service.wires.host.mend()
  await faults.set({})
})
afterAll(() => service.stop())

const browse = (person = clara, id = access.id) =>
  person.call('listRepositoryIssues', { params: { repository_access_id: id } })
const at = (id: number) => ({ params: { installation_id: String(id) } })
const codes = (status: Status) => status.next_actions.map((action) => action.code)
const reconnect = { status: 409, code: 'repository_not_connected', next_actions: [{ code: 'connect_repositories' }] }

/** Makes the token old enough to be renewed by the next request. */
const expire = (login = 'clara-client') =>
  service.sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    await tx`update github_connections set access_token_expires_at = now() where login = ${login}`
  })
const refreshes = () => service.wires.host.requests.filter(({ body }) => body.includes('refresh_token')).length

test('a connection that the host refuses is reported by the same request and by the status, until it is made again', async () => {
  await atHost(service, 'DELETE', '/authorizations/clara-client')
  expect(await refusal(browse())).toMatchObject(reconnect)
  const asked = service.wires.host.requests.length
  const status = await clara.call('getGithubStatus')
  expect([status.connected, status.account, codes(status)]).toEqual([
    false,
    { login: 'clara-client' },
    ['connect_repositories'],
  ])
  expect(await refusal(browse())).toMatchObject(reconnect)
  expect(service.wires.host.requests).toHaveLength(asked)
  expect(await service.sql`select 1 from events where name = 'repository_host.refused'`).toHaveLength(1)

  expect((await grant(clara, 'acme')).id).toBe(access.id)
  const after = await clara.call('getGithubStatus')
  expect([after.connected, codes(after)]).toEqual([true, []])
  expect((await browse()).data.length).toBeGreaterThan(0)
})

test('a host that is down refuses no connection', async () => {
  service.wires.host.fate = () => 'cut'
  expect(await refusal(browse())).toMatchObject({ status: 503, code: 'repository_host_unavailable', retryable: true })
  expect((await clara.call('getGithubStatus')).connected).toBe(true)
})

test('of many requests that meet an expired token every one is answered, and later ones use the renewed one', async () => {
  await expire()
  const before = refreshes()
  await Promise.all(Array.from({ length: 5 }, () => browse()))
  expect(refreshes() - before).toBeGreaterThan(0)
  expect((await clara.call('getGithubStatus')).connected).toBe(true)
  const used = refreshes()
  await browse()
  expect(refreshes()).toBe(used)
})

test('an access token that died early is renewed by the request that finds out', async () => {
  await service.sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    const [row] = await tx`select user_id from github_connections where login = 'clara-client'`
    const seal = service.services.vault.seal('ghu_dead', `github_connections/access_token/${row?.user_id}`)
    await tx`update github_connections set access_token_sealed = ${seal} where user_id = ${row?.user_id}`
  })
  expect((await browse()).data.length).toBeGreaterThan(0)
})

test('a renewal whose answer is lost costs the connection, nothing else, and connecting again restores all', async () => {
  await expire()
  await faults.set({ dropAnswers: { path: '/login/oauth/access_token', count: 1 } })
  expect(await refusal(browse())).toMatchObject({ status: 503, retryable: true })
  expect(await refusal(browse())).toMatchObject(reconnect)
  const kept = await clara.call('getGithubStatus')
  expect([kept.connected, namesIn(kept).includes('acme/slugify-lite')]).toEqual([false, true])
  await grant(clara, 'acme')
  expect((await browse()).data.length).toBeGreaterThan(0)
})

test('a renewal with a client secret that the host does not know costs nothing, and is repeated with the right one', async () => {
  await expire()
  const program = startWebProgram(service, { GITHUB_CLIENT_SECRET: 'a-client-secret-that-was-deleted' })
  const url = `${service.origin}/api/v1/client/github/app/repositories/${access.id}/issues/`
  const answer = await program.send(new Request(url, { headers: { cookie: clara.cookieHeader() } }))
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([502, 'repository_host_refused'])
  expect((await clara.call('getGithubStatus')).connected).toBe(true)
  expect((await browse()).data.length).toBeGreaterThan(0)
})

test('a renewal while the host is down can be repeated', async () => {
  await expire()
  await faults.set({ outage: true })
  expect(await refusal(browse())).toMatchObject({ status: 503, code: 'repository_host_unavailable' })
  await faults.set({})
  expect((await browse()).data.length).toBeGreaterThan(0)
})

test('refresh follows the host, and closes what the host no longer lists', async () => {
  const id = await installationOf(service, 'acme')
  await atHost(service, 'DELETE', '/repos/acme/ledger/collaborators/clara-client')
  expect(namesIn(await clara.call('refreshGithubInstallation', at(id)))).not.toContain('acme/ledger')
  await atHost(service, 'PUT', '/repos/acme/ledger/collaborators/clara-client', { permission: 'push' })
  expect(namesIn(await clara.call('refreshGithubInstallation', at(id)))).toContain('acme/ledger')
  for (const name of ['repository.closed', 'repository.opened'])
    expect(
      await service.sql`select 1 from events where name = ${name} and evidence->>'full_name' = 'acme/ledger'`,
      name,
    ).toHaveLength(1)
  await atHost(service, 'DELETE', `/installations/${id}`)
  const gone = await clara.call('refreshGithubInstallation', at(id))
  expect([gone.installations, codes(gone)]).toEqual([[], ['connect_repositories']])
  await grant(clara, 'acme')
})

test('foreign and unknown installations are refused alike, by refresh and by disconnect (row 20)', async () => {
  const own = await installationOf(service, 'acme')
  for (const operation of ['refreshGithubInstallation', 'disconnectGithubInstallation'] as const) {
    const before = await rowsOf(service.sql)
    const bodies = await Promise.all(
      [own, 4_242_424_242].map(async (id) => {
        const {
          instance: _,
          request_id: __,
          ...rest
        } = (await refusal(bea.call(operation, at(id)))) as Record<string, unknown>
        return JSON.stringify(rest)
      }),
    )
    expect(bodies[0]).toBe(bodies[1])
    expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ status: 404, code: 'not_found' })
    expect(await rowsOf(service.sql)).toEqual(before)
  }
})

test('disconnecting ends this person’s link at once and again without effect; others keep theirs', async () => {
  const colleague = await signInClient(service, 'oscar')
  await atHost(service, 'PUT', '/repos/acme/slugify-lite/collaborators/oscar-owner', { permission: 'push' })
  await atHost(service, 'PUT', '/orgs/acme/members/oscar-owner', { role: 'installer' })
  const hers = await grant(colleague, 'acme')
  const id = await installationOf(service, 'acme')
  access = await grant(clara, 'acme')
  expect((await clara.call('disconnectGithubInstallation', at(id))).installations).toEqual([])
  const before = await rowsOf(service.sql)
  await clara.call('disconnectGithubInstallation', at(id))
  expect(await rowsOf(service.sql)).toEqual(before)
  expect(await refusal(browse())).toMatchObject({ status: 404, code: 'not_found' })
  expect(await refusal(clara.call('refreshGithubInstallation', at(id)))).toMatchObject({ status: 404 })
  expect((await browse(colleague, hers.id)).data.length).toBeGreaterThan(0)
  await grant(clara, 'acme')
})

test('links that were not read for 15 minutes are read again; a refused connection keeps nobody else waiting', async () => {
  const age = () =>
    service.sql.begin(async (tx) => {
      await tx`select set_config('jobwright.transaction', 'on', true)`
      await tx`update github_installations set checked_at = now() - interval '15 minutes'`
      await tx`update repository_accesses set checked_at = now() - interval '15 minutes'`
    })
  const oscar = await signInClient(service, 'oscar')
  await atHost(service, 'DELETE', '/authorizations/oscar-owner')
  await atHost(service, 'DELETE', '/repos/acme/ledger/collaborators/clara-client')
  expect(await reconcileLinks(service.context())).toBe(0)
  await age()
  expect(await reconcileLinks(service.context(), 1)).toBe(1)
  await reconcileLinks(service.context())
  expect(namesIn(await clara.call('getGithubStatus'))).not.toContain('acme/ledger')
  expect((await oscar.call('getGithubStatus')).connected).toBe(false)
  expect((await clara.call('getGithubStatus')).connected).toBe(true)
  await atHost(service, 'PUT', '/repos/acme/ledger/collaborators/clara-client', { permission: 'push' })
})

test('a person who connects another host account keeps nothing of the rights of the earlier one', async () => {
  const ledger = await grant(clara, 'acme', 'slugify-lite')
  const status = await bea.call('completeGithubInstall', { body: await redirectOf(bea, 'bea-both') })
  expect(status.account).toEqual({ login: 'bea-both' })
  await bea.call('disconnectGithubInstallation', at(await installationOf(service, 'bea-both')))
  const { installation_url } = await clara.call('startGithubInstall')
  const other = await service.person('oscar').installApp(installation_url, 'oscar-owner')
  const body = { ...(Object.fromEntries(other) as Record<'state' | 'code' | 'installation_id', string>) }
  await atHost(service, 'DELETE', '/repos/acme/slugify-lite/collaborators/oscar-owner')
  await atHost(service, 'DELETE', '/orgs/acme/members/oscar-owner')
  await freeAccount('oscar-owner')
  const after = await clara.call('completeGithubInstall', { body: { ...body, setup_action: 'install' } })
  expect(after.account).toEqual({ login: 'oscar-owner' })
  expect(namesIn(after).filter((name) => name.startsWith('acme/'))).toEqual([])
  expect(await refusal(browse(clara, ledger.id))).toMatchObject({ status: 404 })
})

const freeAccount = (login: string) =>
  service.sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    await tx`delete from github_connections where login = ${login}`
  })

// Last, because the service's own client secret is deleted.
test('while the App’s client secret is exchanged no renewal fails, before or after the old one is deleted', async () => {
  const { id } = await grant(clara, 'acme')
  const { client_secret } = await atHost<{ client_secret: string }>(service, 'POST', '/app/client-secrets')
  const exchanged = startWebProgram(service, { GITHUB_CLIENT_SECRET: client_secret })
  const url = `${service.origin}/api/v1/client/github/app/repositories/${id}/issues/`
  const browseThere = async () => {
    const before = refreshes()
    await expire()
    const { status } = await exchanged.send(new Request(url, { headers: { cookie: clara.cookieHeader() } }))
    return [status, refreshes() - before]
  }
  await expire()
  expect((await browse(clara, id)).data.length).toBeGreaterThan(0)
  expect(await browseThere()).toEqual([200, 1])
  await atHost(service, 'DELETE', '/app/client-secrets/1')
  expect(await browseThere()).toEqual([200, 1])
  await expect(atHost(service, 'DELETE', '/app/client-secrets/2')).rejects.toThrow(/answered 422/)
})
