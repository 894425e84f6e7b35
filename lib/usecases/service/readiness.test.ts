import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { write } from '#test/agents.ts'
import { index } from '#test/journey.ts'
import { type Service, startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import type { Exchange } from '#test/wire.ts'
import { inTime } from '../../domain/in-time.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ nodes: 3, workerEnv: { INDEXER_INTERVAL_MS: '100' } })
  // The block before the first one of this chain's copy is as old as the original.
  await service.node.mine({ blocks: 1 })
})
afterEach(() => {
  for (const wire of service.nodeWires) wire.mend()
})
afterAll(() => service.stop())

type Ready = { status: number; code?: string; reasons?: { part: string; detail: string; since: string | null }[] }

async function ready(): Promise<Ready> {
  const response = await service.router(new Request(`${service.origin}/api/ready/`))
  return { ...((await response.json()) as object), status: response.status }
}

/** What is said of the indexer; no worker runs in most of these tests, which is a reason of another part. */
const ofIndexer = ({ reasons = [] }: Ready) =>
  reasons.filter(({ part }) => part === 'indexer').map(({ detail }) => detail)

/** The same once the database was read in time, which a busy machine may delay. */
const saidOfIndexer = async () => ofIndexer(await until(ready, (answer) => ofIndexer(answer).length > 0))

/** The indexer's last reading looks as if it had been so long ago. */
const age = (seconds: number) =>
  write(service, async (tx) => {
    await tx`update chain_cursor set read_at = now() - make_interval(secs => ${seconds})`
  })

/** Every node answers the calls that match in its own way. */
function everyNode(matches: (request: Exchange) => boolean, response: object): void {
  for (const wire of service.nodeWires)
    wire.rewrite = (request, text) =>
      matches(request)
        ? JSON.stringify({ jsonrpc: '2.0', id: (JSON.parse(request.body) as { id: number }).id, ...response })
        : text
}

test('before the indexer has read anything readiness is a 503 that says so', async () => {
  expect(await ready()).toMatchObject({ status: 503 })
  expect(await saidOfIndexer()).toEqual([
    'The indexer has read nothing yet: no step of it has succeeded. See whether a worker runs, and its log for the loop indexer.',
  ])
  const afterReading = async () => {
    await index(service)
    return ofIndexer(await ready())
  }
  expect(await until(afterReading, (said) => said.length === 0)).toEqual([])
})

/** The first reason and the code, once the database was read in time. */
const firstOf = async () => {
  const { code, reasons = [] } = await until(ready, (answer) => ofIndexer(answer).length > 0)
  return [code, reasons[0]?.part]
}

test('a missing worker is why nothing is read, so the chain is not blamed for it; for a halt it is', async () => {
  await index(service)
  await age(70)
  expect(await firstOf()).toEqual(['unavailable', 'worker'])
  const halt = (reason: string | null) =>
    write(service, async (tx) => {
      await tx`update chain_cursor set halted_reason = ${reason}`
    })
  await halt('block 7 has another hash')
  expect(await firstOf()).toEqual(['chain_unavailable', 'indexer'])
  await halt(null)
  await index(service)
})

test('half a minute without a reading is a reason that says since when, and ten seconds are not', async () => {
  await age(10)
  expect(ofIndexer(await ready())).toEqual([])
  await age(30)
  expect(await saidOfIndexer()).toEqual([expect.stringMatching(/for \d\d seconds: no step of it has succeeded/)])
  const { reasons = [] } = await ready()
  const since = reasons.find(({ part }) => part === 'indexer')?.since
  expect(Date.now() - Date.parse(since ?? '')).toBeGreaterThan(29_000)
  await index(service)
  expect(ofIndexer(await ready())).toEqual([])
})

// These two come first: a node that was at fault a moment before is asked in another way, and its fault is the same one.
test('nodes that take longer than readiness may are a 503 within six seconds', async () => {
  await index(service)
  for (const wire of service.nodeWires)
    wire.fate = async () => {
      await wait(7_000)
      return 'pass' as const
    }
  const answer = await inTime(ready(), 6_000)
  expect(answer?.reasons?.[0]).toMatchObject({
    part: 'chain',
    detail: expect.stringMatching(
      /^The chain answers too slowly\. .*Run `npm run doctor -- chain` with the settings of the service\.$/,
    ),
  })
})

test('when no node answers, readiness says since when', async () => {
  const before = Date.now()
  for (const wire of service.nodeWires) wire.fate = () => 'cut'
  const { code, reasons = [] } = await until(
    ready,
    (answer) => answer.reasons?.some(({ part }) => part === 'chain') === true,
  )
  expect(code).toBe('chain_unavailable')
  const since = Date.parse(reasons.find(({ part }) => part === 'chain')?.since ?? '')
  expect(since).toBeGreaterThanOrEqual(before)
  expect(since).toBeLessThanOrEqual(Date.now())
})

test.each([
  [
    'tell no final block',
    ({ body }: Exchange) => body.includes('"finalized"'),
    { error: { code: -32_602, message: 'unknown block tag' } },
    /final block/,
  ],
  ['serve another chain', ({ body }: Exchange) => body.includes('"eth_chainId"'), { result: '0x1' }, /serves chain 1,/],
])(
  'when all nodes %s readiness becomes a 503 with that reason that names them, and 200 once they do not',
  async (_, matches, response, why) => {
    await index(service)
    everyNode(matches, response)
    const stop = await service.runWorker()
    await until(
      async () => (await service.sql`select step_failure from chain_cursor`)[0]?.step_failure,
      (failure) => typeof failure === 'string' && why.test(failure),
    )
    await age(70)
    expect(ofIndexer(await ready())).toEqual([expect.stringMatching(why)])
    expect(ofIndexer(await ready())).toEqual([expect.stringMatching(/ Node 1 \(.*: .* Node 2 \(/)])
    for (const wire of service.nodeWires) wire.mend()
    await until(ready, ({ status }) => status === 200)
    await stop()
  },
)

test('late finality of several nodes is measured and named, and is no lag of the indexer', async () => {
  const newest = await service.node.request({ method: 'eth_getBlockByNumber', params: ['latest', false] } as never)
  everyNode(({ body }) => body.includes('"finalized"'), { result: newest })
  await service.node.mine({ blocks: 4, interval: 600 })
  await index(service)
  const response = await service.router(new Request(`${service.origin}/api/ready/?for=traffic`))
  const { chain, concerns } = (await response.json()) as {
    chain: { finality_lag_seconds: number }
    concerns: { part: string; detail: string }[]
  }
  expect(chain.finality_lag_seconds).toBeGreaterThanOrEqual(2_400)
  expect(concerns.filter(({ part }) => part === 'indexer')).toEqual([])
  expect(concerns.filter(({ part }) => part === 'chain')).toMatchObject([
    { detail: expect.stringMatching(/^The newest final block is 24\d\d seconds older than the newest one/) },
  ])
})
