import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { jobEscrowAbi } from '#lib/chain/abi/job-escrow.ts'
import type { WorkerContext } from '#lib/usecases/context.ts'
import { type Client, fundedJob, index, openIssue, readyClient, tidy } from '#test/journey.ts'
import { type Service, startService } from '#test/service.ts'
import { callFromWallet } from '#test/wallet-app.ts'
import { type NodeWire, startNodeWire } from './node-wire.ts'
import { type Weather, weathers } from './weather.ts'

let service: Service
let clara: Client
let wires: NodeWire[]
// Blocks come with transactions, or when a test asks for them.
beforeAll(async () => {
  service = await startService({ blockTimeSeconds: 3_600 })
  wires = await Promise.all([1, 2, 3].map(() => startNodeWire(service.chain.rpcUrl)))
  clara = await readyClient(service)
})
afterAll(async () => {
  await service.stop()
  for (const wire of wires) await wire.stop()
})
afterEach(() => tidy(service))

/** Begins this weather on the wires; gives what ends it, at the end of the test at the latest. */
async function begin(weather: Weather | undefined): Promise<() => Promise<void>> {
  if (!weather) throw new Error('there is no such weather')
  const { node, chain } = service
  const operators = [chain.keys.registrar, chain.keys.dispatcher].map(privateKeyToAddress)
  const { escrow } = chain.addresses
  const sky = { wires, node, operators, escrow, random: () => 0, order: () => 0, seconds: 60 }
  const end = await weather.begin(sky)
  onTestFinished(end)
  return end
}

/** A worker that reaches its chain over these wires. */
function withNodes(nodes: readonly NodeWire[]): WorkerContext {
  return service.context({ CHAIN_RPC_URLS: nodes.map(({ url }) => url).join() })
}

const readJob = (id: string) => clara.person.call('getJob', { params: { onchain_job_id: id } })
const halted = () => service.sql`select 1 from chain_cursor where halted_reason is not null`

async function cancel(id: string): Promise<void> {
  const call = {
    address: service.chain.addresses.escrow,
    abi: jobEscrowAbi,
    functionName: 'cancel',
    args: [BigInt(id)],
  }
  await callFromWallet(service, clara.person, call)
}

test('an event whose block became final after its state was pruned has effect once final blocks have state', async () => {
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service))
  const context = withNodes(wires.slice(0, 1))
  await index(service, context)
  const end = await begin(weathers.pruned)
  await cancel(id)
  await index(service, context)
  expect(await readJob(id)).toMatchObject({ state: 'OPEN' })
  await service.node.mine({ blocks: 20 })
  await expect(index(service, context)).rejects.toMatchObject({ code: 'chain_unavailable' })
  expect(await readJob(id)).toMatchObject({ state: 'OPEN' })
  await end()
  await index(service, context)
  expect(await readJob(id)).toMatchObject({ state: 'CANCELLED' })
  expect(await halted()).toEqual([])
})

test('a forged settlement is taken for true from one node alone, and from no node beside two honest ones', async () => {
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service))
  await index(service)
  const settled = () => service.sql`
    select 1 from chain_logs where onchain_job_id = ${id} and event_name = 'JobSettled'`
  await begin(weathers.forged)
  await service.node.mine({ blocks: 6 })
  const three = withNodes(wires)
  await index(service, three)
  expect([await settled(), await readJob(id)]).toMatchObject([[], { state: 'OPEN' }])
  expect(three.chain.nodeProblems().map(({ ordinal, fault }) => [ordinal, fault])).toEqual([[2, 'contradicts']])
  expect(await halted()).toEqual([])

  await service.node.mine({ blocks: 6 })
  const alone = withNodes(wires.slice(1, 2))
  await index(service, alone)
  expect([await settled(), await readJob(id)]).toMatchObject([[{}], { state: 'SETTLED' }])
  expect(alone.chain.nodeProblems()).toEqual([])
})
