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
  service = await startService({ runtimePlaces: places })
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

const places = 5
const steps = [
  'createAgent',
  'provision-agent',
  'runtime claim',
  'wallet_provider createWallet',
  'chain eth_call',
  'operator transaction',
  'chain eth_sendRawTransaction',
]

const scopesSent = () =>
  bodies.flatMap((body) => (JSON.parse(body) as Body).resourceSpans.flatMap((one) => one.scopeSpans))

/** The traces of the created agents, the oldest first, as far as they were sent. */
function tracesSent(): Sent[][] {
  const spans = scopesSent().flatMap((one) => one.spans)
  const roots = spans.filter(({ name }) => name === steps[0])
  return roots.map((root) => spans.filter(({ traceId }) => traceId === root.traceId))
}

const isWhole = (trace: Sent[]) => steps.every((step) => trace.some(({ name }) => name === step))

test('one trace goes from a request over the queue and the worker to provider, runtime and the sent transaction, and tells no secret', async () => {
  const owner = await signInOwner(service, 'wanda')
  const endWorker = await service.runWorker()
  const secrets = ['Canary', providerKey]
  // On a busy machine the sweep may overtake the queue, and goes on with the agent outside the trace: then another shows it.
  for (let place = 0; place < places && !tracesSent().some(isWhole); place += 1) {
    const peer = await openPeer(service, 'worker')
    const token = peer.newToken()
    const body = { name: `Canary ${place}`, role: 'worker' as const, pairing_token: token }
    const { id } = await owner.call('createAgent', { body })
    secrets.push(token, id)
    await until(
      () => service.sql`select 1 from operator_calls where purpose = 'AGENT_REGISTRATION' and state = 'CONFIRMED'`,
      (rows) => rows.length > place,
      120,
    )
    await until(async () => tracesSent().some(isWhole), Boolean, 20).catch(() => undefined)
  }
  await endWorker()
  await stopTracing()

  expect(new Set(paths)).toEqual(new Set(['/v1/traces ours']))
  expect(new Set(scopesSent().map(({ scope }) => scope.name))).toEqual(new Set(['jobwright']))
  const traces = tracesSent()
  const trace = traces.find(isWhole) ?? traces[0] ?? []
  expect(trace.map(({ name }) => name)).toEqual(expect.arrayContaining(steps))
  const ids = new Set(trace.map(({ spanId }) => spanId))
  const roots = trace.filter(({ parentSpanId }) => !parentSpanId || !ids.has(parentSpanId))
  expect(roots.map(({ name }) => name)).toEqual(['createAgent'])
  for (const secret of secrets) expect(bodies.join()).not.toContain(secret)
})
