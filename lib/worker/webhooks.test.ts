import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { freePort } from '#sandbox/chain/free-port.ts'
import { signInClient } from '#test/journey.ts'
import type { Person } from '#test/people/person.ts'
import { type Service, startService } from '#test/service.ts'
import { killHard, spawnWorker } from '#test/spawn-worker.ts'
import { until } from '#test/until.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#test/webhook-receiver.ts'
import { createEndpoint, happen, paramsOf, passTime, sendDue } from '#test/webhooks.ts'
import { nodeFlags } from '#tools/start/node-flags.ts'

let service: Service
let clara: Person
let bea: Person
let receiver: WebhookReceiver
/** Takes requests and answers none of them. */
let hanging: WebhookReceiver
beforeAll(async () => {
  service = await startService()
  clara = await signInClient(service)
  bea = await signInClient(service, 'bea')
  receiver = await startWebhookReceiver()
})
beforeEach(async () => {
  hanging = await startWebhookReceiver()
  hanging.answer = () => undefined
})
afterEach(async () => {
  receiver.received.length = 0
  for (const { id } of (await clara.call('listWebhookEndpoints')).data)
    await clara.call('deleteWebhookEndpoint', { params: { endpoint_id: id } })
  await hanging.stop()
})
afterAll(async () => {
  await service.stop()
  await receiver.stop()
})

const received = (id: string, { received: requests } = receiver) =>
  requests.filter(({ headers }) => headers['webhook-id'] === id)

test('what a worker was sending when it was killed is sent again by the next one, and recorded once', async () => {
  const endpoint = await createEndpoint(clara, hanging.url)
  const first = spawnWorker(service)
  const event = await happen(service, clara)
  await until(
    async () => received(event, hanging),
    (requests) => requests.length === 1,
    45,
  )
  await killHard(first)
  await clara.call('updateWebhookEndpoint', { ...paramsOf(endpoint), body: { url: receiver.url } })
  const stop = await service.runWorker()
  await passTime(service, '31 seconds')
  await until(
    async () => received(event),
    (requests) => requests.length === 1,
  )
  const { data } = await until(
    () => clara.call('listWebhookDeliveries', { ...paramsOf(endpoint), query: { state: 'DELIVERED' } }),
    (page) => page.data.some(({ change }) => change.id === event),
  )
  expect(data.find(({ change }) => change.id === event)).toMatchObject({ state: 'DELIVERED', attempts: 2 })
  await stop()
})

test('receivers that hang delay neither another account nor another endpoint of the same one', async () => {
  const stop = await service.runWorker()
  for (let count = 0; count < 3; count += 1) await createEndpoint(clara, hanging.url)
  await createEndpoint(clara, receiver.url)
  await createEndpoint(bea, receiver.url)
  for (let count = 0; count < 10; count += 1) await happen(service, clara)
  await until(
    async () => hanging.received.length,
    (count) => count >= 12,
  )
  const [ofClara, ofBea] = [await happen(service, clara), await happen(service, bea)]
  await until(
    async () => [received(ofClara), received(ofBea)],
    (requests) => requests.every((one) => one.length === 1),
    9,
  )
  await hanging.stop()
  await stop()
})

test('the receiver of the documentation takes what we sign, and refuses it after a change of one byte', async () => {
  const document = await readFile(resolve(import.meta.dirname, '../../docs/webhooks.md'), 'utf8')
  const code = /```ts\n(.*?)```/s.exec(document)?.[1] ?? ''
  expect(code.split('\n').length).toBeLessThanOrEqual(26)
  const port = await freePort()
  const file = join(service.folder, 'receiver.ts')
  await writeFile(file, code.replace('.listen(4000)', `.listen(${port})`))
  const url = `http://127.0.0.1:${port}/`
  const endpoint = await createEndpoint(clara, url)
  const program = spawn(process.execPath, [...nodeFlags, file], {
    env: { ...process.env, WEBHOOK_SECRET: endpoint.secret },
  })
  service.onStop(async () => program.kill('SIGKILL'))
  await until(
    () =>
      fetch(url, { method: 'POST', body: '{}' }).then(
        ({ status }) => status,
        () => 0,
      ),
    (status) => status === 401,
  )
  await clara.call('testWebhookEndpoint', paramsOf(endpoint))
  await sendDue(service.context())
  expect((await clara.call('listWebhookDeliveries', paramsOf(endpoint))).data[0]).toMatchObject({
    state: 'DELIVERED',
    status_code: 204,
  })
  await clara.call('updateWebhookEndpoint', { ...paramsOf(endpoint), body: { url: receiver.url } })
  await clara.call('testWebhookEndpoint', paramsOf(endpoint))
  await sendDue(service.context())
  const [request] = receiver.received
  const headers = Object.entries(request?.headers ?? {}).filter(([name]) => name.startsWith('webhook-')) as string[][]
  const again = async (body: string) => (await fetch(url, { method: 'POST', headers: headers as never, body })).status
  expect([await again(request?.body ?? ''), await again(`${request?.body} `)]).toEqual([204, 401])
})
