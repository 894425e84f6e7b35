import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  asUser,
  callbackUrl,
  createApp,
  install,
  play,
  signIn,
  startReceiver,
  startTestHost,
  type TestHost,
} from '../test-host.ts'

const events = ['issues', 'repository', 'member', 'organization']
const slugify = { owner: 'acme', repo: 'slugify-lite' }

let receiver: Awaited<ReturnType<typeof startReceiver>>
let host: TestHost
let installationId: number

beforeAll(async () => {
  receiver = await startReceiver()
  host = await startTestHost({ webhookUrl: receiver.url, setup: { events } })
  installationId = Number((await install(host, 'clara-client', 'acme')).get('installation_id'))
})
afterAll(async () => {
  await host.remove()
  receiver.stop()
})

/** What the App is sent when this is done. */
async function deliveriesOf(method: string, path: string, body?: object) {
  await play(host, 'POST', '/deliveries/settle')
  receiver.received.length = 0
  const answer = await play(host, method, path, body)
  await play(host, 'POST', '/deliveries/settle')
  const deliveries = receiver.received
    .map((one) => ({ event: String(one.headers['x-github-event']), ...JSON.parse(one.body) }))
    .sort((one, other) => one.event.localeCompare(other.event))
  return { answer, deliveries, names: deliveries.map(({ event, action }) => `${event}.${action}`) }
}

describe('a repository', () => {
  test('keeps its id under a new name, and its old one leads there', async () => {
    const { id } = await play(host, 'POST', '/repos', { owner: 'acme', name: 'old-name' })
    const { deliveries, names } = await deliveriesOf('PATCH', '/repos/acme/old-name', { name: 'new-name' })
    expect(names).toEqual(['repository.renamed'])
    expect(deliveries[0]).toMatchObject({ changes: { repository: { name: { from: 'old-name' } } }, repository: { id } })
    const former = await fetch(`${host.apiUrl}/repos/acme/old-name`, { redirect: 'manual' })
    expect([former.status, former.headers.get('location')]).toEqual([301, `${host.apiUrl}/repositories/${id}`])
  })

  test('that goes to an account without the App is lost to the installation, and its old name leads on', async () => {
    const { id } = await play(host, 'POST', '/repos', { owner: 'acme', name: 'given-away' })
    const { deliveries, names } = await deliveriesOf('PATCH', '/repos/acme/given-away', { owner: 'oscar-owner' })
    expect(names).toEqual(['installation_repositories.removed'])
    expect(deliveries[0]).toMatchObject({ installation: { id: installationId }, repositories_removed: [{ id }] })
    const followed = await fetch(`${host.apiUrl}/repos/acme/given-away`)
    expect(await followed.json()).toMatchObject({ id, full_name: 'oscar-owner/given-away' })
  })

  test('that goes to an account with the App is announced to both installations', async () => {
    const { id } = await play(host, 'POST', '/repos', { owner: 'acme', name: 'handed-over' })
    const other = Number((await install(host, 'bea-both', 'bea-both')).get('installation_id'))
    const { deliveries, names } = await deliveriesOf('PATCH', '/repos/acme/handed-over', { owner: 'bea-both' })
    expect(names.sort()).toEqual([
      'installation_repositories.added',
      'installation_repositories.removed',
      'repository.transferred',
    ])
    expect(deliveries.find(({ action }) => action === 'transferred')).toMatchObject({
      changes: { owner: { from: { organization: { login: 'acme' } } } },
      repository: { id, full_name: 'bea-both/handed-over' },
      installation: { id: other },
    })
  })
})

describe('people', () => {
  test('who lose their role on a private repository no longer see it, and the App is notified', async () => {
    await play(host, 'POST', '/repos', { owner: 'acme', name: 'inner', private: true })
    const path = '/repos/acme/inner/collaborators/will-worker'
    expect((await deliveriesOf('PUT', path, { permission: 'pull' })).names).toEqual(['member.added'])
    const octokit = asUser(host, await signIn(host, 'will-worker'))
    const look = async () =>
      (await octokit.request('GET /repos/{owner}/{repo}', { owner: 'acme', repo: 'inner' })).status
    expect(await look()).toBe(200)
    expect((await deliveriesOf('PUT', path, { permission: 'push' })).names).toEqual(['member.edited'])
    const { deliveries } = await deliveriesOf('DELETE', path)
    expect(deliveries).toMatchObject([{ event: 'member', action: 'removed', member: { login: 'will-worker' } }])
    await expect(look()).rejects.toMatchObject({ status: 404 })
  })

  test('who leave an organisation lose what they had through it, and the App is notified', async () => {
    const path = '/orgs/acme/members/vito-verifier'
    expect((await deliveriesOf('PUT', path, { role: 'admin' })).names).toEqual(['organization.member_added'])
    const octokit = asUser(host, await signIn(host, 'vito-verifier'))
    const count = async () => (await octokit.request('GET /user/installations')).data.total_count
    expect(await count()).toBe(1)
    expect((await deliveriesOf('DELETE', path)).names).toEqual(['organization.member_removed'])
    expect(await count()).toBe(0)
  })

  test('who end their authorisation have no working token left, and the App is notified', async () => {
    const octokit = asUser(host, await signIn(host, 'viola-verifier'))
    const { deliveries } = await deliveriesOf('DELETE', '/authorizations/viola-verifier')
    expect(deliveries).toMatchObject([
      { event: 'github_app_authorization', action: 'revoked', sender: { login: 'viola-verifier' } },
    ])
    await expect(octokit.request('GET /user')).rejects.toMatchObject({ status: 401 })
  })
})

describe('an installation', () => {
  const requestApp = async () => {
    const body = new URLSearchParams({ login: 'wanda-worker', account: 'guild', state: 's-1' })
    const url = `${host.url}/apps/${host.app.slug}/installations/new`
    const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' })
    return new URL(answer.headers.get('location') ?? '')
  }

  test('that a member asks for comes back without an id, waits for an owner, and then names who asked', async () => {
    await play(host, 'PUT', '/orgs', { login: 'guild' })
    await play(host, 'PUT', '/orgs/guild/members/wanda-worker', { role: 'member' })
    const callback = await requestApp()
    expect(callback.href.startsWith(callbackUrl)).toBe(true)
    expect(Object.fromEntries(callback.searchParams)).toMatchObject({ setup_action: 'request', state: 's-1' })
    expect(callback.searchParams.has('installation_id')).toBe(false)
    await requestApp()
    const { octokit } = createApp(host)
    const { data } = await octokit.request('GET /app/installation-requests')
    expect(data).toMatchObject([{ account: { login: 'guild' }, requester: { login: 'wanda-worker' } }])
    const { deliveries, answer } = await deliveriesOf('POST', `/installation-requests/${data[0]?.id}/approval`)
    expect(deliveries).toMatchObject([
      {
        event: 'installation',
        action: 'created',
        requester: { login: 'wanda-worker' },
        installation: { id: answer.id },
      },
    ])
    expect((await octokit.request('GET /app/installation-requests')).data).toEqual([])
  })

  test('whose owner accepts new permissions has them from then on, and the App is notified', async () => {
    const permissions = { metadata: 'read', contents: 'read', issues: 'write' }
    const { deliveries } = await deliveriesOf('PUT', `/installations/${installationId}/permissions`, { permissions })
    expect(deliveries).toMatchObject([
      { event: 'installation', action: 'new_permissions_accepted', installation: { id: installationId, permissions } },
    ])
    const octokit = await createApp(host).getInstallationOctokit(installationId)
    const issue = { ...slugify, title: 'Written with the new permission' }
    expect((await octokit.request('POST /repos/{owner}/{repo}/issues', issue)).status).toBe(201)
  })

  test('in pause answers its tokens with 403 until it goes on', async () => {
    await play(host, 'PUT', `/installations/${installationId}/suspended`)
    const { octokit } = createApp(host)
    const create = () =>
      octokit.request('POST /app/installations/{installation_id}/access_tokens', { installation_id: installationId })
    await expect(create()).rejects.toMatchObject({ status: 403 })
    await play(host, 'DELETE', `/installations/${installationId}/suspended`)
    expect((await create()).status).toBe(201)
  })
})

test('a deleted issue is gone for good, its number stays taken, and the App is notified', async () => {
  const { number } = await play(host, 'POST', '/repos/acme/slugify-lite/issues', { title: 'Short-lived' })
  const { deliveries } = await deliveriesOf('DELETE', `/repos/acme/slugify-lite/issues/${number}`)
  expect(deliveries).toMatchObject([{ event: 'issues', action: 'deleted', issue: { number } }])
  const read = asUser(host).request('GET /repos/{owner}/{repo}/issues/{issue_number}', {
    ...slugify,
    issue_number: number,
  })
  await expect(read).rejects.toMatchObject({ status: 410 })
  const next = await play(host, 'POST', '/repos/acme/slugify-lite/issues', { title: 'Next' })
  expect(next.number).toBe(number + 1)
})

test.each([
  '/repos/acme/slugify-lite',
  '/repos/acme/slugify-lite/issues',
  '/repos/acme/slugify-lite/issues/1',
  '/user/installations',
])('an unchanged %s is free for who is signed in, and its answer says so', async (path) => {
  const authorization = `Bearer ${await signIn(host, 'clara-client')}`
  const first = await fetch(host.apiUrl + path, { headers: { authorization } })
  const etag = first.headers.get('etag') ?? ''
  const second = await fetch(host.apiUrl + path, { headers: { authorization, 'if-none-match': etag } })
  expect(second.status).toBe(304)
  expect(second.headers.get('x-ratelimit-remaining')).toBe(first.headers.get('x-ratelimit-remaining'))
})
