import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPeer, signInOwner } from '#test/agents.ts'
import { providerKey, type Service, startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { startTracing } from './start-tracing.ts'

type Sent = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: unknown[]
}
type Body = { resourceSpans: { scopeSpans: { scope: { name: string }; spans: Sent[] }[] }[] }

/** What the collector was sent, as it came. */
const bodies: string[] = []
const paths: string[] = []
const collector = createServer(async (request, response) => {
  paths.push(`${request.url} ${String(request.headers['x-key'])}`)
  bodies.push(String(Buffer.concat(await request.toArray())))
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
})

let service: Service
let stopTracing: () => Promise<void>
beforeAll(async () => {
  service = await startService()
  await new Promise<void>((listening) => {
    collector.listen(0, '127.0.0.1', listening)
  })
  const place = collector.address()
  const endpoint = `http://127.0.0.1:${typeof place === 'object' ? place?.port : ''}`
  stopTracing = startTracing({ endpoint, headers: { 'x-key': 'ours' }, program: 'test' })
})
afterAll(async () => {
  await service.stop()
  collector.close()
})

test('one trace goes from a request over the queue and the worker to provider, runtime and the sent transaction, and tells no secret', async () => {
  const owner = await signInOwner(service, 'wanda')
  const peer = await openPeer(service, 'worker')
  const token = peer.newToken()
  const endWorker = await service.runWorker()
  const { id } = await owner.call('createAgent', { body: { name: 'Canary', role: 'worker', pairing_token: token } })
  await until(
    async () =>
      (await service.sql`select 1 from operator_calls where purpose = 'AGENT_REGISTRATION' and state = 'CONFIRMED'`)
        .length,
    (count) => count > 0,
    30,
  )
  await endWorker()
  await stopTracing()

  expect(new Set(paths)).toEqual(new Set(['/v1/traces ours']))
  const scopes = bodies.flatMap((body) => (JSON.parse(body) as Body).resourceSpans.flatMap((one) => one.scopeSpans))
  expect(new Set(scopes.map(({ scope }) => scope.name))).toEqual(new Set(['jobwright']))
  const spans = scopes.flatMap((one) => one.spans)
  const root = spans.find(({ name }) => name === 'createAgent')
  const trace = spans.filter(({ traceId }) => traceId === root?.traceId)
  expect(trace.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'createAgent',
      'provision-agent',
      'runtime claim',
      'wallet_provider createWallet',
      'chain eth_call',
      'operator transaction',
      'chain eth_sendRawTransaction',
    ]),
  )
  const ids = new Set(trace.map(({ spanId }) => spanId))
  expect(trace.filter(({ parentSpanId }) => !parentSpanId || !ids.has(parentSpanId))).toEqual([root])
  for (const secret of [token, id, 'Canary', providerKey]) expect(bodies.join()).not.toContain(secret)
})
