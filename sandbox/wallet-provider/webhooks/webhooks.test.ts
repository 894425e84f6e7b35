import { createPublicKey, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { walletFaults } from '../faults/client.ts'
import {
  approve,
  challengeTransfer,
  finishedTransaction,
  logInWithWallet,
  send,
  startTestStack,
  type TestStack,
} from '../test-stack.ts'

type Event = {
  notificationId: string
  notificationType: string
  notification: { id: string; state?: string }
  timestamp: string
  version: number
}
type Received = { method: string; headers: IncomingHttpHeaders; body: Buffer; event: Event }

let stack: TestStack
let receiver: Server
let endpoint: string
let received: Received[]
/** Status of the next answers; 200 once there are none left. */
let statuses: number[]

beforeEach(async () => {
  stack = await startTestStack({ webhookRetry: 50 })
  received = []
  statuses = []
  receiver = createServer(async (request, response) => {
    const body = await buffer(request)
    const { method = '', headers } = request
    if (method === 'POST') received.push({ method, headers, body, event: JSON.parse(body.toString()) })
    response.writeHead(method === 'POST' ? (statuses.shift() ?? 200) : 200).end()
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const address = receiver.address()
  endpoint = typeof address === 'object' ? `http://127.0.0.1:${address?.port}/hook` : ''
})
afterEach(async () => {
  await stack.stop()
  receiver.closeAllConnections()
  receiver.close()
})

async function until(holds: () => boolean): Promise<void> {
  const end = Date.now() + 15_000
  while (!holds()) {
    if (Date.now() > end) throw new Error('it never came to hold')
    await wait(20)
  }
}

const ofType = (type: string) => received.filter(({ event }) => event.notificationType === type)

function isProven(publicKey: string, body: Buffer, signature: string): boolean {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  return verify('sha256', body, key, Buffer.from(signature, 'base64'))
}

test('the check used here accepts the published sample and no other bytes', () => {
  const publicKey =
    'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAESl76SZPBJemW0mJNN4KTvYkLT8bOT4UGhFhzNk3fJqf6iuPlLQLq533FelXwczJbjg2U1PHTvQTK7qOQnDL2Tg=='
  const signature = 'MEQCIBlJPX7t0FDOcozsRK6qIQwik5Fq6mhAtCSSgIB/yQO7AiB9U5lVpdufKvPhk3cz4TH2f5MP7ArnmPRBmhPztpsIFQ=='
  const message =
    '{"subscriptionId":"00000000-0000-0000-0000-000000000000","notificationId":"00000000-0000-0000-0000-000000000000","notificationType":"webhooks.test","notification":{"hello":"world"},"timestamp":"2024-01-26T18:22:19.779834211Z","version":2}'
  expect(isProven(publicKey, Buffer.from(message), signature)).toBe(true)
  expect(isProven(publicKey, Buffer.from(`${message} `), signature)).toBe(false)
})

test('a subscription is tested at once, and every delivery is signed over its raw bytes with the published key', async () => {
  const { data } = await stack.client.createSubscription({ endpoint })
  expect(data).toMatchObject({ endpoint, enabled: true, notificationTypes: ['*'], restricted: false })
  await until(() => ofType('webhooks.test').length > 0)
  const clara = await logInWithWallet(stack, 'clara')
  const challengeId = await challengeTransfer(stack, clara, 1n)
  await approve(stack.url, clara, challengeId)
  const { id } = await finishedTransaction(stack.client, clara.userToken, challengeId)
  const states = () => ofType('transactions.outbound').map(({ event }) => event.notification.state)
  await until(() => states().includes('COMPLETE') && ofType('challenges.contractExecution').length > 0)

  expect(states().sort()).toEqual(['COMPLETE', 'CONFIRMED', 'QUEUED', 'SENT'])
  expect(ofType('transactions.outbound').every(({ event }) => event.notification.id === id)).toBe(true)
  expect(ofType('challenges.initialize')[0]?.event.notification).toMatchObject({ status: 'COMPLETE', errorCode: 0 })
  expect(ofType('challenges.contractExecution')[0]?.event.notification).toMatchObject({ correlationIds: [id] })
  for (const { headers, body, event } of received) {
    const key = await stack.client.getNotificationSignature(String(headers['x-circle-key-id']))
    expect(key.data?.algorithm).toBe('ECDSA_SHA_256')
    const signature = String(headers['x-circle-signature'])
    expect(isProven(key.data?.publicKey ?? '', body, signature)).toBe(true)
    expect(isProven(key.data?.publicKey ?? '', Buffer.concat([body, Buffer.from(' ')]), signature)).toBe(false)
    expect(event.version).toBe(2)
  }
  expect(new Set(received.map(({ event }) => event.notificationId)).size).toBe(received.length)
})

test('a refused delivery comes again with the same id until it is accepted, and then no more', async () => {
  statuses = [500, 302, 202]
  await stack.client.createSubscription({ endpoint })
  await until(() => received.length === 3)
  expect(new Set(received.map(({ event }) => event.notificationId)).size).toBe(1)
  await logInWithWallet(stack, 'clara')
  await until(() => ofType('challenges.initialize').length > 0)
  expect(ofType('webhooks.test')).toHaveLength(3)
})

test('an endpoint that does not answer HEAD is refused and nothing is stored', async () => {
  receiver.closeAllConnections()
  receiver.close()
  await expect(stack.client.createSubscription({ endpoint })).rejects.toMatchObject({ code: 2, status: 400 })
  expect((await stack.client.listSubscriptions()).data).toEqual([])
})

test('only wanted types are sent, none while disabled, and a deleted subscription is gone', async () => {
  const body = { endpoint, notificationTypes: ['challenges.*'] }
  const created = await send(stack.url, 'POST', '/v2/notifications/subscriptions', { body })
  const { id }: { id: string } = Object(created.body.data)
  const clara = await logInWithWallet(stack, 'clara')
  const execute = async () => {
    const challengeId = await challengeTransfer(stack, clara, 1n)
    await approve(stack.url, clara, challengeId)
    await finishedTransaction(stack.client, clara.userToken, challengeId)
  }
  await until(() => ofType('challenges.initialize').length > 0)
  const disabled = await stack.client.updateSubscription({ id, name: 'mine', enabled: false })
  expect(disabled.data).toMatchObject({ name: 'mine', enabled: false, restricted: true })
  await execute()
  await stack.client.updateSubscription({ id, name: 'mine', enabled: true })
  await execute()
  await until(() => ofType('challenges.contractExecution').length > 0)
  expect(ofType('transactions.outbound')).toEqual([])
  expect(ofType('challenges.contractExecution')).toHaveLength(1)

  expect(await send(stack.url, 'DELETE', `/v2/notifications/subscriptions/${id}`)).toMatchObject({ status: 204 })
  await expect(stack.client.getSubscription(id)).rejects.toMatchObject({ status: 404 })
})

test('an unknown key id is not found', async () => {
  await expect(stack.client.getNotificationSignature(crypto.randomUUID())).rejects.toMatchObject({ status: 404 })
  await expect(stack.client.getNotificationSignature('one')).rejects.toMatchObject({ code: 156009, status: 400 })
})

describe('a delivery that goes wrong', () => {
  const faults = () => walletFaults(stack.url)
  const initialized = () => ofType('challenges.initialize')
  const announce = async (persona: string) => await logInWithWallet(stack, persona)
  const isGenuine = async ({ headers, body }: Received) => {
    const key = await stack.client.getNotificationSignature(String(headers['x-circle-key-id']))
    return isProven(key.data?.publicKey ?? '', body, String(headers['x-circle-signature']))
  }

  beforeEach(async () => {
    const body = { endpoint, notificationTypes: ['challenges.*'] }
    await send(stack.url, 'POST', '/v2/notifications/subscriptions', { body })
    await until(() => ofType('webhooks.test').length > 0)
  })

  test('when dropped never comes; the next one does', async () => {
    await faults().set({ webhooks: { drop: 1 } })
    await announce('clara')
    await vi.waitFor(async () => expect(await faults().show()).toEqual({ webhooks: {} }), { timeout: 45_000 })
    await announce('oscar')
    await until(() => initialized().length > 0)
    await wait(300)
    expect(initialized()).toHaveLength(1)
  })

  test('when duplicated comes that many times more with the same id', async () => {
    await faults().set({ webhooks: { duplicate: 2 } })
    await announce('clara')
    await until(() => initialized().length === 3)
    expect(new Set(initialized().map(({ event }) => event.notificationId)).size).toBe(1)
  })

  test('when reordered waits for the one after it and comes second', async () => {
    await faults().set({ webhooks: { reorder: true } })
    await announce('clara')
    await wait(300)
    expect(initialized()).toEqual([])
    await announce('oscar')
    await until(() => initialized().length === 2)
    const [first, second] = initialized().map(({ event }) => event.timestamp)
    expect(String(first) > String(second)).toBe(true)
  })

  test('with a bad signature is not proven, and comes again genuine when it was refused', async () => {
    statuses = [401]
    await faults().set({ webhooks: { badSignature: 1 } })
    await announce('clara')
    await until(() => initialized().length === 2)
    expect(await Promise.all(initialized().map(isGenuine))).toEqual([false, true])
    expect(new Set(initialized().map(({ event }) => event.notificationId)).size).toBe(1)
  })

  test('under an unknown key id names a key that is not published, and comes again genuine when refused', async () => {
    statuses = [401]
    await faults().set({ webhooks: { unknownKeyId: 1 } })
    await announce('clara')
    await until(() => initialized().length === 2)
    const [unknown, genuine] = initialized()
    const key = stack.client.getNotificationSignature(String(unknown?.headers['x-circle-key-id']))
    await expect(key).rejects.toMatchObject({ status: 404 })
    expect(genuine && (await isGenuine(genuine))).toBe(true)
  })

  test('in silence waits, and comes once the silence is over', async () => {
    await faults().set({ webhooks: { silent: true } })
    await announce('clara')
    await announce('oscar')
    await wait(300)
    expect(initialized()).toEqual([])
    await faults().set({})
    await until(() => initialized().length === 2)
  })
})
