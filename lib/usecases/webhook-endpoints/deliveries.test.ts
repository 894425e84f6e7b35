import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { signInClient } from '#test/journey.ts'
import type { Person } from '#test/people/person.ts'
import { refusal } from '#test/refusal.ts'
import { type Service, startService } from '#test/service.ts'
import { answerWith, isSignedWith, startWebhookReceiver, type WebhookReceiver } from '#test/webhook-receiver.ts'
import {
  createEndpoint,
  type Endpoint,
  happen,
  paramsOf,
  passTime,
  queueAll,
  sealAll,
  sendDue,
} from '#test/webhooks.ts'
import { pruneTables } from '../retention/prune-tables.ts'
import { measureRecords } from '../service/measure-records.ts'
import { claimWebhooks } from './claim-webhooks.ts'
import { sendWebhook } from './send-webhook.ts'

let service: Service
let clara: Person
let bea: Person
let receiver: WebhookReceiver
let others: WebhookReceiver
beforeAll(async () => {
  service = await startService()
  clara = await signInClient(service)
  bea = await signInClient(service, 'bea')
  receiver = await startWebhookReceiver()
  others = await startWebhookReceiver()
})
afterEach(async () => {
  for (const person of [clara, bea])
    for (const { id } of (await person.call('listWebhookEndpoints')).data)
      await person.call('deleteWebhookEndpoint', { params: { endpoint_id: id } })
  for (const one of [receiver, others]) {
    one.answer = answerWith(204)
    one.received.length = 0
  }
})
afterAll(async () => {
  await service.stop()
  await receiver.stop()
  await others.stop()
})

const deliveries = async (endpoint: Endpoint, person = clara) =>
  (await person.call('listWebhookDeliveries', paramsOf(endpoint))).data
const endpointNow = (endpoint: Endpoint) => clara.call('getWebhookEndpoint', paramsOf(endpoint))
const idsReceived = ({ received } = receiver) => received.map(({ headers }) => headers['webhook-id'])
const notifications = async () => (await clara.call('listNotifications', {})).data.map(({ name }) => name)

/** An endpoint of Clara's for which one event waits, and nothing else. */
async function endpointWithOne(): Promise<{ endpoint: Endpoint; event: string }> {
  const endpoint = await createEndpoint(clara, receiver.url)
  const event = await happen(service, clara)
  await queueAll(service)
  await service.sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    await tx`delete from webhook_deliveries where event_id <> ${event}`
  })
  return { endpoint, event }
}

test('a change is posted as the list has it, under its id, with a signature that the secret verifies', async () => {
  const { endpoint, event } = await endpointWithOne()
  await sendDue(service.context())
  const [request] = receiver.received
  if (!request) throw new Error('nothing came')
  expect(idsReceived()).toEqual([event])
  const { data } = (await clara.call('listChanges', { query: { limit: '100' } })) as { data: { id: string }[] }
  expect(JSON.parse(request.body)).toEqual(data.find(({ id }) => id === event))
  expect(request.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Jobwright-Webhooks/1' })
  expect(Math.abs(Number(request.headers['webhook-timestamp']) - Date.now() / 1_000)).toBeLessThan(5)
  expect([isSignedWith(endpoint.secret, request), isSignedWith('whsec_AAAA', request)]).toEqual([true, false])
  expect((await deliveries(endpoint))[0]).toMatchObject({
    change: { id: event },
    state: 'DELIVERED',
    attempts: 1,
    status_code: 204,
    fault: null,
    next_attempt_at: null,
  })
})

test('an account is sent its own changes and never those of another account', async () => {
  const [own, hers] = [await createEndpoint(clara, receiver.url), await createEndpoint(bea, others.url)]
  const [ofClara, ofBea] = [await happen(service, clara), await happen(service, bea)]
  await queueAll(service)
  await sendDue(service.context())
  const bodies = (one: WebhookReceiver) => one.received.map(({ body }) => body).join()
  expect(bodies(receiver)).toContain(ofClara)
  expect(bodies(receiver)).not.toContain(ofBea)
  expect(bodies(others)).toContain(ofBea)
  expect(bodies(others)).not.toContain(ofClara)
  const [delivery] = await deliveries(hers, bea)
  const params = { endpoint_id: own.id, delivery_id: delivery?.id ?? '' }
  expect(await refusal(clara.call('retryWebhookDelivery', { params }))).toMatchObject({ code: 'not_found' })
})

test('an endpoint with kinds is sent what notifies of these kinds alone, and nothing from before it existed', async () => {
  await happen(service, clara, 'draft.funded')
  await sealAll(service)
  await createEndpoint(clara, receiver.url, ['money'])
  await happen(service, clara)
  await happen(service, clara, 'job.published')
  const funded = await happen(service, clara, 'draft.funded')
  await queueAll(service)
  await sendDue(service.context())
  expect(idsReceived()).toEqual([funded])
})

test('after a rotation both secrets sign for a day, then the new one alone; a second rotation ends the first', async () => {
  const { endpoint } = await endpointWithOne()
  const rotate = async () => (await clara.call('rotateWebhookSecret', paramsOf(endpoint))).signing_secret
  const signedWith = async (...secrets: string[]) => {
    await clara.call('testWebhookEndpoint', paramsOf(endpoint))
    await sendDue(service.context())
    const request = receiver.received.at(-1)
    return secrets.map((secret) => request !== undefined && isSignedWith(secret, request))
  }
  const second = await rotate()
  expect(await signedWith(endpoint.secret, second)).toEqual([true, true])
  await passTime(service, '23 hours 59 minutes')
  expect(await signedWith(endpoint.secret, second)).toEqual([true, true])
  await passTime(service, '2 minutes')
  expect(await signedWith(endpoint.secret, second)).toEqual([false, true])
  const third = await rotate()
  const fourth = await rotate()
  expect(await signedWith(second, third, fourth)).toEqual([false, true, true])
})

test.each([
  ['an answer 500', answerWith(500, {}, 'out of order'), { fault: 'ANSWER', status_code: 500, answer: 'out of order' }],
  ['a redirect', answerWith(307, { location: '/elsewhere' }), { fault: 'ANSWER', status_code: 307 }],
  ['a cut connection', (response: { destroy: () => void }) => response.destroy(), { fault: 'UNREACHABLE' }],
])('%s is tried again later under the same id until it succeeds', async (_, answer, expected) => {
  const { endpoint, event } = await endpointWithOne()
  receiver.answer = answer
  await sendDue(service.context())
  expect((await deliveries(endpoint))[0]).toMatchObject({ state: 'PENDING', attempts: 1, ...expected })
  expect(await endpointNow(endpoint)).toMatchObject({ next_actions: [{ code: 'read_deliveries' }] })
  await passTime(service, '2 seconds')
  expect(await sendDue(service.context())).toBe(0)
  await passTime(service, '4 seconds')
  receiver.answer = answerWith(200)
  await sendDue(service.context())
  expect(idsReceived()).toEqual([event, event])
  expect((await deliveries(endpoint))[0]).toMatchObject({ state: 'DELIVERED', attempts: 2, fault: null })
  expect(await endpointNow(endpoint)).toMatchObject({ failing_since: null, next_actions: [] })
})

test('a delivery is given up after ten attempts, never sooner than the receiver asks, and can still be sent', async () => {
  const { endpoint, event } = await endpointWithOne()
  receiver.answer = answerWith(503, { 'retry-after': '3600' })
  const secondsLeft = async () => {
    const next = (await deliveries(endpoint))[0]?.next_attempt_at
    return next ? (Date.parse(next) - Date.now()) / 1_000 : undefined
  }
  const pauses: number[] = []
  for (let left: number | undefined = 0; left !== undefined; left = await secondsLeft()) {
    if (left > 0) pauses.push(left)
    await passTime(service, `${Math.ceil(left)} seconds`)
    await sendDue(service.context())
  }
  expect(idsReceived()).toEqual(Array.from({ length: 10 }, () => event))
  expect(pauses.map((pause) => pause > 3_590)).toEqual(Array.from({ length: 9 }, () => true))
  const [delivery] = await deliveries(endpoint)
  expect(delivery).toMatchObject({ state: 'FAILED', attempts: 10, next_attempt_at: null })
  receiver.answer = answerWith(200)
  await clara.call('retryWebhookDelivery', {
    params: { endpoint_id: endpoint.id, delivery_id: delivery?.id ?? '' },
  })
  await sendDue(service.context())
  expect((await deliveries(endpoint))[0]).toMatchObject({ state: 'DELIVERED', attempts: 11 })
})

test('an answer 410 disables the endpoint at once, which notifies the account and ends the delivery', async () => {
  const { endpoint } = await endpointWithOne()
  receiver.answer = answerWith(410)
  await sendDue(service.context())
  expect((await deliveries(endpoint))[0]).toMatchObject({ state: 'FAILED', attempts: 1, status_code: 410 })
  expect(await endpointNow(endpoint)).toMatchObject({
    enabled: false,
    disabled_reason: 'GONE',
    next_actions: [{ code: 'enable_endpoint', body: { enabled: true } }],
  })
  expect(await notifications()).toContain('webhook_endpoint.disabled')
  await happen(service, clara)
  await queueAll(service)
  expect(await sendDue(service.context())).toBe(0)
  expect(await refusal(clara.call('testWebhookEndpoint', paramsOf(endpoint)))).toMatchObject({ code: 'state_conflict' })
})

test.each([410, 500])(
  'an endpoint that moved during an attempt does not answer for the %i of its old address',
  async (status) => {
    const { endpoint } = await endpointWithOne()
    const arrived = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    receiver.answer = async (response) => {
      arrived.resolve()
      await answered.promise
      answerWith(status)(response)
    }
    const sending = sendDue(service.context())
    await arrived.promise
    await clara.call('updateWebhookEndpoint', { ...paramsOf(endpoint), body: { url: others.url } })
    answered.resolve()
    await sending
    expect((await deliveries(endpoint))[0]).toMatchObject({ attempts: 1, status_code: status })
    expect(await endpointNow(endpoint)).toMatchObject({ enabled: true, disabled_reason: null })
    const [row] = await service.sql`select failing_since from webhook_endpoints where id = ${endpoint.id}`
    expect(row).toEqual({ failing_since: null })
  },
)

test('an endpoint is disabled once nothing has succeeded for five days, and not before', async () => {
  const { endpoint } = await endpointWithOne()
  receiver.answer = answerWith(500)
  const fail = async () => {
    await happen(service, clara)
    await queueAll(service)
    await sendDue(service.context())
    return (await endpointNow(endpoint)).disabled_reason
  }
  for (let day = 0; day < 5; day += 1) {
    expect(await fail()).toBeNull()
    await passTime(service, '1 day')
  }
  expect(await fail()).toBe('FAILING')
  await clara.call('updateWebhookEndpoint', { ...paramsOf(endpoint), body: { enabled: true } })
  expect(await fail()).toBeNull()
  // After a silence of days one failure says nothing about them.
  await passTime(service, '20 days')
  expect(await fail()).toBeNull()
})

test('operators see how long a change waits for a receiver that answers, and how many receivers fail', async () => {
  const measured = async () => (await measureRecords(service.context())).outbound
  await endpointWithOne()
  expect(await measured()).toMatchObject({ failingEndpoints: 0 })
  await passTime(service, '7 minutes')
  expect((await measured()).waitingSeconds).toBeGreaterThan(400)
  receiver.answer = answerWith(500)
  await sendDue(service.context())
  await passTime(service, '7 minutes')
  expect(await measured()).toEqual({ waitingSeconds: 0, failingEndpoints: 1 })
})

test('a disabled endpoint is sent what had waited once it is enabled, and nothing of the time between', async () => {
  const { endpoint, event } = await endpointWithOne()
  const set = (enabled: boolean) => clara.call('updateWebhookEndpoint', { ...paramsOf(endpoint), body: { enabled } })
  await set(false)
  await happen(service, clara)
  await queueAll(service)
  expect(await sendDue(service.context())).toBe(0)
  await set(true)
  await sendDue(service.context())
  expect(idsReceived()).toEqual([event])
})

test('what a worker had claimed when it died is sent by another one after its lease', async () => {
  const { event } = await endpointWithOne()
  expect(await claimWebhooks(service.context(), 10)).toHaveLength(1)
  expect(await sendDue(service.context())).toBe(0)
  await passTime(service, '31 seconds')
  expect(await sendDue(service.context())).toBe(1)
  expect(idsReceived()).toEqual([event])
})

test('a worker that was too slow changes nothing about what another one has noted since', async () => {
  const { endpoint } = await endpointWithOne()
  const [slow] = await claimWebhooks(service.context(), 10)
  await passTime(service, '31 seconds')
  await sendDue(service.context())
  receiver.answer = answerWith(500)
  if (slow) await sendWebhook(service.context(), slow)
  expect((await deliveries(endpoint))[0]).toMatchObject({ state: 'DELIVERED', attempts: 2 })
  expect(await endpointNow(endpoint)).toMatchObject({ failing_since: null })
})

test('workers that claim at the same time never get the same delivery', async () => {
  await endpointWithOne()
  for (let count = 0; count < 3; count += 1) await happen(service, clara)
  await queueAll(service)
  const claims = await Promise.all(Array.from({ length: 4 }, () => claimWebhooks(service.context(), 2)))
  const ids = claims.flat().map(({ id }) => id)
  expect([ids.length, new Set(ids).size]).toEqual([4, 4])
})

test('accounts take turns, however many deliveries one of them has', async () => {
  for (let count = 0; count < 3; count += 1) await createEndpoint(clara, receiver.url)
  for (let count = 0; count < 5; count += 1) await happen(service, clara)
  const hers = await createEndpoint(bea, others.url)
  await queueAll(service)
  const claimed = await claimWebhooks(service.context(), 2)
  expect(claimed.map(({ endpoint }) => endpoint.id)).toContain(hers.id)
  // Four calls of each endpoint of Clara's at most.
  const rest = await claimWebhooks(service.context(), 100)
  expect([...claimed, ...rest].filter(({ endpoint }) => endpoint.id !== hers.id)).toHaveLength(12)
})

test('what was delivered can be sent again, and a test reaches its endpoint whatever the filter says', async () => {
  const { endpoint, event } = await endpointWithOne()
  await sendDue(service.context())
  const [delivery] = await deliveries(endpoint)
  const params = { endpoint_id: endpoint.id, delivery_id: delivery?.id ?? '' }
  expect(await clara.call('retryWebhookDelivery', { params })).toMatchObject({ state: 'PENDING' })
  await sendDue(service.context())
  expect(idsReceived()).toEqual([event, event])
  const filtered = await createEndpoint(clara, others.url, ['money'])
  const tested = await clara.call('testWebhookEndpoint', paramsOf(filtered))
  expect(tested.change).toMatchObject({ name: 'webhook_endpoint.tested', subject: { id: filtered.id } })
  await queueAll(service)
  await sendDue(service.context())
  expect(idsReceived(others)).toEqual([tested.change.id])
  expect(idsReceived()).not.toContain(tested.change.id)
})

test('deliveries are forgotten after 30 days', async () => {
  const { endpoint } = await endpointWithOne()
  await passTime(service, '29 days')
  await pruneTables(service.services)
  expect(await deliveries(endpoint)).not.toEqual([])
  await passTime(service, '2 days')
  await pruneTables(service.services)
  expect(await deliveries(endpoint)).toEqual([])
})
