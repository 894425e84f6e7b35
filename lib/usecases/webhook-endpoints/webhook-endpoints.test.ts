import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newKey, signInClient } from '#test/journey.ts'
import type { Person } from '#test/people/person.ts'
import { refusal } from '#test/refusal.ts'
import { tablesThatHold } from '#test/secrets-at-rest.ts'
import { type Service, startService } from '#test/service.ts'
import { createEndpoint, paramsOf } from '#test/webhooks.ts'
import { createWebhookSender } from '../../outbound/webhook-sender.ts'
import { openWebhookSecret, signWebhook } from './webhook-secret.ts'

const url = 'http://127.0.0.1:9099/webhooks'

let service: Service
let clara: Person
beforeAll(async () => {
  service = await startService()
  clara = await signInClient(service)
})
afterEach(async () => {
  for (const { id } of (await clara.call('listWebhookEndpoints')).data)
    await clara.call('deleteWebhookEndpoint', { params: { endpoint_id: id } })
})
afterAll(() => service.stop())

const eventsOf = (id: string) => service.sql`select name, user_id from events where subject_id = ${id} order by id`

test('a message is signed as the published example of Standard Webhooks', () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, body: '{"test": 2432232314}' }
  const signature = signWebhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', message)
  expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('an endpoint is created, read, changed and deleted, and each is recorded', async () => {
  const body = { url, description: 'Deploy bot', events: ['jobs', 'money', 'jobs'] as ('jobs' | 'money')[] }
  const { endpoint } = await clara.call('createWebhookEndpoint', { body })
  expect(endpoint).toMatchObject({
    url,
    description: 'Deploy bot',
    events: ['jobs', 'money'],
    enabled: true,
    version: 1,
  })
  const params = { endpoint_id: endpoint.id }
  expect(await clara.call('getWebhookEndpoint', { params })).toEqual(endpoint)
  const changed = await clara.call('updateWebhookEndpoint', { params, body: { events: 'all', enabled: false } })
  expect(changed).toMatchObject({ events: 'all', enabled: false, disabled_reason: 'OWNER', description: 'Deploy bot' })
  await clara.call('deleteWebhookEndpoint', { params })
  expect(await refusal(clara.call('getWebhookEndpoint', { params }))).toMatchObject({ code: 'not_found' })
  const events = await eventsOf(endpoint.id)
  expect(events.map(({ name }) => name.split('.')[1])).toEqual(['created', 'changed', 'deleted'])
})

test('a change of a version that is not the one now is refused, and changes nothing', async () => {
  const endpoint = await createEndpoint(clara, url)
  const change = (input: object) =>
    clara.call('updateWebhookEndpoint', { ...paramsOf(endpoint), body: { description: 'First' }, ...input })
  await change({ ifMatch: 1 })
  expect(await refusal(change({ ifMatch: 1, body: { description: 'Second' } }))).toMatchObject({
    code: 'precondition_failed',
  })
  expect(await refusal(change({ body: { description: 'Second', version: 1 } }))).toMatchObject({
    code: 'stale_version',
  })
  expect(await clara.call('getWebhookEndpoint', paramsOf(endpoint))).toMatchObject({ description: 'First', version: 2 })
})

test('an account has five endpoints at most, however many it asks for at once', async () => {
  const asked = await Promise.allSettled(Array.from({ length: 8 }, () => createEndpoint(clara, url)))
  const refused = asked.filter((one) => one.status === 'rejected').map(({ reason }) => reason.problem.code)
  expect(refused).toEqual(['state_conflict', 'state_conflict', 'state_conflict'])
  expect((await clara.call('listWebhookEndpoints')).data).toHaveLength(5)
})

test('the secret is 32 bytes, shown at creation and rotation alone, and stored sealed for its own endpoint', async () => {
  const first = await createEndpoint(clara, url)
  const other = await createEndpoint(clara, url)
  const { endpoint, signing_secret } = await clara.call('rotateWebhookSecret', paramsOf(first))
  for (const secret of [first.secret, signing_secret])
    expect([secret.startsWith('whsec_'), Buffer.from(secret.slice(6), 'base64').length]).toEqual([true, 32])
  expect(signing_secret).not.toBe(first.secret)
  expect(Date.parse(endpoint.previous_secret_until ?? '') - Date.now()).toBeGreaterThan(86_390_000)
  const bare = (secret: string) => secret.slice(6)
  const secrets = { first: first.secret, second: signing_secret, key: bare(signing_secret), other: bare(other.secret) }
  expect(await tablesThatHold(service.sql, secrets)).toEqual([])
  const [row] = await service.sql`select secret_sealed from webhook_endpoints where id = ${first.id}`
  const { vault } = service.services
  expect(openWebhookSecret(vault, first.id, row?.secret_sealed)).toBe(signing_secret)
  expect(() => openWebhookSecret(vault, other.id, row?.secret_sealed)).toThrow()
  const read = await clara.call('listWebhookEndpoints')
  expect(JSON.stringify(read)).not.toContain('whsec_')
})

test('a repeated creation makes one endpoint and returns the same secret, only after a recent sign-in', async () => {
  const input = { body: { url }, idempotencyKey: newKey() }
  const first = await clara.call('createWebhookEndpoint', input)
  expect(await clara.call('createWebhookEndpoint', input)).toEqual(first)
  expect((await clara.call('listWebhookEndpoints')).data).toHaveLength(1)
  await ageSignIns('11 minutes')
  expect(await refusal(clara.call('createWebhookEndpoint', input))).toMatchObject({ code: 'recent_sign_in_required' })
  const other = { body: { url: `${url}/other` }, idempotencyKey: newKey() }
  expect(await refusal(clara.call('createWebhookEndpoint', other))).toMatchObject({ code: 'recent_sign_in_required' })
  await ageSignIns('-11 minutes')
  // What was refused for the sign-in alone is asked for again under its key.
  expect(await clara.call('createWebhookEndpoint', input)).toEqual(first)
  expect((await clara.call('createWebhookEndpoint', other)).endpoint.url).toBe(other.body.url)
})

test('what shows a secret or sends elsewhere needs a sign-in of the last ten minutes; the rest does not', async () => {
  const endpoint = await createEndpoint(clara, url)
  await ageSignIns('11 minutes')
  const needsSignIn = { status: 403, code: 'recent_sign_in_required' }
  expect(await refusal(createEndpoint(clara, url))).toMatchObject(needsSignIn)
  expect(await refusal(clara.call('rotateWebhookSecret', paramsOf(endpoint)))).toMatchObject(needsSignIn)
  await clara.call('testWebhookEndpoint', paramsOf(endpoint))
  const move = { ...paramsOf(endpoint), body: { url: `${url}/elsewhere` } }
  expect(await refusal(clara.call('updateWebhookEndpoint', move))).toMatchObject(needsSignIn)
  await clara.call('updateWebhookEndpoint', { ...paramsOf(endpoint), body: { description: 'Changed', url } })
  await ageSignIns('-11 minutes')
  expect((await eventsOf(endpoint.id)).map(({ name }) => name)).not.toContain('webhook_endpoint.secret_rotated')
})

test.each([
  'http://example.org/',
  'https://127.0.0.1/',
  'https://[::ffff:10.0.0.1]/',
  'https://user:secret@example.org/',
  'https://example.org:25/',
  'https://metadata/',
  'not a url',
])('%s is refused at creation and change, with a pointer to the URL', async (other) => {
  const endpoint = await createEndpoint(clara, url)
  const refused = { status: 400, code: 'invalid_request', errors: [{ pointer: '/url' }] }
  expect(await refusal(createEndpoint(clara, other))).toMatchObject(refused)
  const change = clara.call('updateWebhookEndpoint', { ...paramsOf(endpoint), body: { url: other } })
  expect(await refusal(change)).toMatchObject(refused)
  expect((await clara.call('listWebhookEndpoints')).data.map((one) => one.url)).toEqual([url])
})

test('a name of a private network is refused at creation and change', async () => {
  const { webhooks } = service.services
  const endpoint = await createEndpoint(clara, url)
  const resolve = async () => [{ address: '10.0.0.7', family: 4 }]
  service.services.webhooks = createWebhookSender({ allowsLoopback: false, resolve })
  const inside = 'https://inside.example.org/'
  const refused = { status: 400, code: 'invalid_request' }
  expect(await refusal(createEndpoint(clara, inside))).toMatchObject(refused)
  const change = clara.call('updateWebhookEndpoint', { ...paramsOf(endpoint), body: { url: inside } })
  expect(await refusal(change)).toMatchObject(refused)
  service.services.webhooks = webhooks
})

async function ageSignIns(interval: string): Promise<void> {
  await service.sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    await tx`update sessions set signed_in_at = signed_in_at - ${interval}::interval`
  })
}
