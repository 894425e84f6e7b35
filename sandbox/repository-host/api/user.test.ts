import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asUser, createApp, install, play, signIn, startTestHost, type TestHost } from '../test-host.ts'

let host: TestHost
let installationId: number

beforeAll(async () => {
  host = await startTestHost()
  installationId = Number((await install(host, 'clara-client', 'acme')).get('installation_id'))
})
afterAll(() => host.remove())

async function listRepositories(login: string) {
  const octokit = asUser(host, await signIn(host, login))
  const { data } = await octokit.request('GET /user/installations/{installation_id}/repositories', {
    installation_id: installationId,
  })
  return Object.fromEntries(data.repositories.map(({ name, permissions }) => [name, permissions]))
}

const all = { admin: false, maintain: false, push: true, triage: true, pull: true }

describe("a person's installations", () => {
  test('list each repository with what this person may do there', async () => {
    expect(await listRepositories('clara-client')).toEqual({
      'slugify-lite': all,
      'date-range': all,
      ledger: all,
      'mail-templates': all,
    })
    expect(await listRepositories('bea-both')).toEqual({
      'slugify-lite': { ...all, push: false, triage: false },
      'date-range': all,
    })
  })

  test('are none for a person without any permission; the id answers 404 to them', async () => {
    const octokit = asUser(host, await signIn(host, 'oscar-owner'))
    const { data } = await octokit.request('GET /user/installations')
    expect(data).toMatchObject({ total_count: 0, installations: [] })
    const foreign = octokit.request('GET /user/installations/{installation_id}/repositories', {
      installation_id: installationId,
    })
    await expect(foreign).rejects.toMatchObject({ status: 404 })
  })

  test('follow the choice of repositories at once', async () => {
    const id = (await asUser(host).request('GET /repos/acme/date-range')).data.id
    await install(host, 'clara-client', 'acme', [id])
    expect(Object.keys(await listRepositories('clara-client'))).toEqual(['date-range'])
    await install(host, 'clara-client', 'acme')
    expect(Object.keys(await listRepositories('clara-client'))).toHaveLength(4)
  })

  test('follow a changed permission at once', async () => {
    await play(host, 'PUT', '/repos/acme/slugify-lite/collaborators/will-worker', { permission: 'maintain' })
    expect(await listRepositories('will-worker')).toEqual({ 'slugify-lite': { ...all, maintain: true } })
    await play(host, 'DELETE', '/repos/acme/slugify-lite/collaborators/will-worker')
    await expect(listRepositories('will-worker')).rejects.toMatchObject({ status: 404 })
  })

  test('stay listed while suspended, but give no repositories', async () => {
    await play(host, 'PUT', `/installations/${installationId}/suspended`)
    const octokit = asUser(host, await signIn(host, 'clara-client'))
    const { data } = await octokit.request('GET /user/installations')
    expect(data.installations[0]).toMatchObject({ id: installationId, suspended_by: { login: 'acme' } })
    await expect(listRepositories('clara-client')).rejects.toMatchObject({ status: 403 })
    await expect(octokit.request('GET /repos/acme/ledger')).rejects.toMatchObject({ status: 404 })
    await play(host, 'DELETE', `/installations/${installationId}/suspended`)
    expect((await octokit.request('GET /repos/acme/ledger')).status).toBe(200)
  })
})

describe('who sees a private repository', () => {
  const readLedger = (token?: string) => asUser(host, token).request('GET /repos/acme/ledger/issues')

  test('a person with permission, through the installation', async () => {
    const { data } = await readLedger(await signIn(host, 'clara-client'))
    expect(data).toHaveLength(2)
  })

  test('nobody else: strangers and passers-by get 404, as for a name that does not exist', async () => {
    for (const token of [await signIn(host, 'bea-both'), undefined]) {
      const refused = await readLedger(token).catch((error: { status: number; message: string }) => error)
      const unknown = await asUser(host, token)
        .request('GET /repos/acme/no-such-thing/issues')
        .catch((error: { status: number; message: string }) => error)
      expect(refused).toMatchObject({ status: 404 })
      expect(unknown).toMatchObject({ status: 404 })
      expect('message' in refused && refused.message).toBe('message' in unknown && unknown.message)
    }
  })

  test('not even a person with permission once the App is gone', async () => {
    const id = Number((await install(host, 'clara-client', 'clara-client')).get('installation_id'))
    const token = await signIn(host, 'clara-client')
    await play(host, 'PATCH', '/repos/clara-client/dotfiles', { private: true })
    expect((await asUser(host, token).request('GET /repos/clara-client/dotfiles')).status).toBe(200)
    await createApp(host).octokit.request('DELETE /app/installations/{installation_id}', { installation_id: id })
    await expect(asUser(host, token).request('GET /repos/clara-client/dotfiles')).rejects.toMatchObject({ status: 404 })
  })
})
