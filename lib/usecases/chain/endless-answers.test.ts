import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, index, readyClient } from '#test/journey.ts'
import { type Service, startService } from '#test/service.ts'
import { inTime } from '../../domain/in-time.ts'

let service: Service
let clara: Client
beforeAll(async () => {
  service = await startService({ nodes: 3 })
  clara = await readyClient(service)
  await index(service)
})
afterAll(() => service.stop())

const isReady = async () =>
  (await service.router(new Request(`${service.origin}/api/ready/?for=traffic`))).status === 200
const nodesAtFault = async () => (await clara.person.call('getReadiness', { query: { for: 'traffic' } })).chain.nodes
const indexed = async () => BigInt((await service.sql`select indexed_block from chain_cursor`)[0]?.indexed_block)

const silent = async () => {
  await wait(9_000)
  return 'cut' as const
}

test.each([
  ['keeps silent', silent],
  ['never ends its answers', () => 'drip' as const],
])('one of three nodes that %s holds nothing up for more than a few seconds', async (_, fate) => {
  const [first] = service.nodeWires
  if (!first) throw new Error('the service has no node')
  await expect.poll(nodesAtFault, { timeout: 45_000, interval: 500 }).toEqual([])
  first.fate = fate
  await wait(1_100)
  const use = async () => ({ isReady: await isReady(), balance: await clara.person.call('getWalletBalance') })
  expect(await inTime(use(), 5_000)).toMatchObject({ isReady: true })
  first.mend()
})

test('when the answers of all nodes never ended, all goes on within seconds after that is over', async () => {
  for (const wire of service.nodeWires) wire.fate = () => 'drip'
  await wait(1_100)
  await expect(index(service)).rejects.toMatchObject({ code: 'chain_unavailable' })
  for (const wire of service.nodeWires) wire.mend()
  await service.node.mine({ blocks: 3 })
  const before = await indexed()
  await expect.poll(() => index(service).then(indexed, () => before), { timeout: 45_000 }).toBeGreaterThan(before)
  await expect.poll(isReady, { timeout: 45_000 }).toBe(true)
})
