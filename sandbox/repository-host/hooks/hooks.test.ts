import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  asUser,
  createApp,
  install,
  play,
  type Received,
  startReceiver,
  startTestHost,
  type TestHost,
} from '../test-host.ts'

const behaviour = { status: 202 }
let receiver: Awaited<ReturnType<typeof startReceiver>>
let host: TestHost
let installationId: number

beforeAll(async () => {
  receiver = await startReceiver(behaviour)
  host = await startTestHost({ webhookUrl: receiver.url })
  installationId = Number((await install(host, 'clara-client', 'acme')).get('installation_id'))
  await settle()
})
afterAll(async () => {
  await host.remove()
  receiver.stop()
})
beforeEach(() => {
  receiver.received.length = 0
  behaviour.status = 202
})

const settle = () => play(host, 'POST', '/deliveries/settle')
const describeEvent = (one: Received) => [one.headers['x-github-event'], JSON.parse(one.body).action].join('.')

async function eventsOf(method: string, path: string, body?: object): Promise<string[]> {
  receiver.received.length = 0
  await play(host, method, path, body)
  await settle()
  return receiver.received.map(describeEvent).sort()
}

const listDeliveries = async (query: { per_page?: number } = {}) =>
  (await createApp(host).octokit.request('GET /app/hook/deliveries', query)).data

describe('webhooks', () => {
  test("are signed over their very bytes with the App's secret, as the SDK checks", async () => {
    await play(host, 'PATCH', '/repos/acme/slugify-lite/issues/1', { title: 'Runs of punctuation: ünïcode ✓' })
    await settle()
    const [one] = receiver.received
    if (!one) throw new Error('nothing arrived')
    const mac = createHmac('sha256', host.app.webhookSecret).update(one.body).digest('hex')
    expect(one.headers['x-hub-signature-256']).toBe(`sha256=${mac}`)
    expect(await createApp(host).webhooks.verify(one.body, `sha256=${mac}`)).toBe(true)
    expect(one.headers).toMatchObject({
      'x-github-event': 'issues',
      'content-type': 'application/json',
      'x-github-hook-installation-target-id': String(host.app.id),
    })
    expect(one.headers['x-github-delivery']).toMatch(/^[0-9a-f-]{36}$/)
    expect(JSON.parse(one.body)).toMatchObject({
      action: 'edited',
      changes: { title: { from: 'Runs of punctuation leave empty parts in the slug' } },
      issue: { number: 1 },
      repository: { full_name: 'acme/slugify-lite' },
      installation: { id: installationId },
      sender: { login: 'acme' },
    })
  })

  test('report each change of an issue', async () => {
    const path = '/repos/acme/slugify-lite/issues/2'
    expect(await eventsOf('PATCH', path, { state: 'closed' })).toEqual(['issues.closed'])
    expect(await eventsOf('PATCH', path, { state: 'open' })).toEqual(['issues.reopened'])
    expect(await eventsOf('PATCH', path, { labels: ['bug', 'unicode'] })).toEqual([
      'issues.labeled',
      'issues.unlabeled',
    ])
    expect(await eventsOf('POST', '/repos/acme/slugify-lite/issues', { title: 'New' })).toEqual(['issues.opened'])
    expect(await eventsOf('POST', `${path}/comments`, { body: 'Hello' })).toEqual(['issue_comment.created'])
    expect(await eventsOf('PATCH', path, { state: 'open' })).toEqual([])
  })

  test('report each change of a repository, and of pushes', async () => {
    expect(await eventsOf('POST', '/repos', { owner: 'acme', name: 'moving' })).toEqual([
      'installation_repositories.added',
      'repository.created',
    ])
    const path = '/repos/acme/moving'
    expect(await eventsOf('PATCH', path, { archived: true })).toEqual(['repository.archived'])
    expect(await eventsOf('PATCH', path, { archived: false, private: true })).toEqual([
      'repository.privatized',
      'repository.unarchived',
    ])
    expect(await eventsOf('PATCH', path, { visibility: 'public' })).toEqual(['repository.publicized'])
    expect(await eventsOf('PATCH', path, { name: 'moved' })).toEqual(['repository.renamed'])
    const push = { message: 'Add a file', files: { 'x.txt': 'x\n' } }
    expect(await eventsOf('POST', '/repos/acme/moved/commits', push)).toEqual(['push.'])
    expect(await eventsOf('DELETE', '/repos/acme/moved')).toEqual(['repository.deleted'])
  })

  test('report nothing in repositories where the App is not installed', async () => {
    expect(await eventsOf('PATCH', '/repos/bea-both/tide-tables/issues/1', { state: 'closed' })).toEqual([])
  })

  test('report the life of an installation', async () => {
    const id = Number((await install(host, 'bea-both', 'bea-both')).get('installation_id'))
    await settle()
    expect(receiver.received.map(describeEvent)).toEqual(['installation.created'])
    expect(await eventsOf('PUT', `/installations/${id}/suspended`)).toEqual(['installation.suspend'])
    expect(await eventsOf('PATCH', '/repos/bea-both/tide-tables', { archived: true })).toEqual([])
    expect(await eventsOf('DELETE', `/installations/${id}/suspended`)).toEqual(['installation.unsuspend'])
    expect(await eventsOf('DELETE', `/installations/${id}`)).toEqual(['installation.deleted'])
    expect(await eventsOf('POST', '/ping')).toEqual(['ping.'])
  })

  test('tell which repositories an installation lost and gained', async () => {
    const { data } = await asUser(host).request('GET /repos/acme/date-range')
    await install(host, 'clara-client', 'acme', [data.id])
    await settle()
    expect(receiver.received.map(describeEvent)).toEqual(['installation_repositories.removed'])
    const removed = JSON.parse(receiver.received[0]?.body ?? '').repositories_removed
    expect(removed.map((one: { full_name: string }) => one.full_name)).toContain('acme/ledger')
    receiver.received.length = 0
    await install(host, 'clara-client', 'acme')
    await settle()
    expect(receiver.received.map(describeEvent)).toEqual(['installation_repositories.added'])
  })
})

describe('the delivery log', () => {
  test('keeps what was sent and answered; a failure is not retried automatically', async () => {
    behaviour.status = 503
    await play(host, 'POST', '/ping')
    await settle()
    expect(receiver.received).toHaveLength(1)
    const [delivery] = await listDeliveries({ per_page: 1 })
    expect(delivery).toMatchObject({ event: 'ping', status_code: 503, redelivery: false })
    const { data } = await createApp(host).octokit.request('GET /app/hook/deliveries/{delivery_id}', {
      delivery_id: Number(delivery?.id),
    })
    expect(data.request.headers).toMatchObject({ 'x-github-event': 'ping' })
    expect(data.response).toMatchObject({ payload: 'noted' })
    expect(data.url).toBe(receiver.url)
  })

  test('redelivers the same bytes under the same guid as a new entry', async () => {
    behaviour.status = 500
    await play(host, 'PATCH', '/repos/acme/date-range/issues/1', { body: 'Changed.' })
    await settle()
    const [failed] = await listDeliveries({ per_page: 1 })
    behaviour.status = 202
    const delivery_id = Number(failed?.id)
    const repeat = 'POST /app/hook/deliveries/{delivery_id}/attempts'
    expect((await createApp(host).octokit.request(repeat, { delivery_id })).status).toBe(202)
    await settle()
    const [first, second] = receiver.received
    expect(second?.body).toBe(first?.body)
    expect(second?.headers['x-github-delivery']).toBe(first?.headers['x-github-delivery'])
    const [again, before] = await listDeliveries({ per_page: 2 })
    expect(again).toMatchObject({ guid: failed?.guid, redelivery: true, status: 'OK', status_code: 202 })
    expect(before).toMatchObject({ id: delivery_id, redelivery: false, status_code: 500 })
  })

  test('pages by cursor without gap or repeat', async () => {
    const all = (await listDeliveries({ per_page: 100 })).map((one) => Number(one.id))
    const octokit = createApp(host).octokit
    const seen: number[] = []
    let cursor: string | undefined
    do {
      const { data, headers } = await octokit.request('GET /app/hook/deliveries', {
        per_page: 4,
        ...(cursor && { cursor }),
      })
      seen.push(...data.map((one) => Number(one.id)))
      cursor = /cursor=([^&>]+)/.exec(headers.link ?? '')?.[1]
    } while (cursor)
    expect(seen).toEqual(all)
  })

  test('records an endpoint that does not answer', async () => {
    const closed = await startReceiver()
    closed.stop()
    const lonely = await startTestHost({ webhookUrl: closed.url })
    try {
      await play(lonely, 'POST', '/ping')
      await play(lonely, 'POST', '/deliveries/settle')
      const { data } = await createApp(lonely).octokit.request('GET /app/hook/deliveries')
      expect(data).toMatchObject([{ event: 'ping', status: 'failed to connect to host', status_code: 0 }])
    } finally {
      await lonely.remove()
    }
  })

  test('is for the App alone', async () => {
    await expect(asUser(host).request('GET /app/hook/deliveries')).rejects.toMatchObject({ status: 401 })
  })
})

test('a page of another origin cannot play with the world', async () => {
  const answer = await fetch(`${host.url}/sandbox/repos/acme/slugify-lite`, {
    method: 'DELETE',
    headers: { origin: 'http://evil.example' },
  })
  expect(answer.status).toBe(403)
})
