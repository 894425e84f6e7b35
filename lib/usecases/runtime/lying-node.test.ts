import { numberToHex } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { work } from '#test/agents.ts'
import { assign, type Crew, crewEnv, readyCrew } from '#test/crew.ts'
import { type Client, fundedJob, openIssue, readyClient } from '#test/journey.ts'
import { type Service, startService } from '#test/service.ts'

type Rpc = { id: number; method: string; params?: unknown[] }
type RpcResponse = { result?: { timestamp?: string } }

let service: Service
let clara: Client
let crew: Crew
// Single fields of blocks are changed here, and no hash of theirs, as a chain with other headers may.
beforeAll(async () => {
  service = await startService({ runtimePlaces: 6, env: { ...crewEnv, CHAIN_HEADERS: 'other' }, nodes: 3 })
  clara = await readyClient(service)
  crew = await readyCrew(service, ['wanda', 'will'], ['vera', 'victor', 'viola', 'vito'])
  const body = { limits: { max_concurrent_jobs: 8 } }
  for (const { owner, agentId: id } of crew.workers) await owner.call('updateAgent', { params: { id }, body })
})
afterAll(() => service.stop())
afterEach(() => {
  for (const wire of service.nodeWires) wire.mend()
})

/** The first node answers some calls in its own way. */
function lie(change: (call: Rpc, response: RpcResponse) => unknown): void {
  const [wire] = service.nodeWires
  if (!wire) throw new Error('the service has no node')
  wire.rewrite = async ({ body }, text) => {
    const call = JSON.parse(body) as Rpc
    return JSON.stringify((await change(call, JSON.parse(text))) ?? JSON.parse(text))
  }
}

async function askAt(block: bigint, { method, params = [] }: Rpc): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [params[0], numberToHex(block)] })
  const headers = { 'content-type': 'application/json' }
  return (await fetch(service.chain.rpcUrl, { method: 'POST', headers, body })).json()
}

const newJob = async () => (await fundedJob(clara, await openIssue(service))).onchain_job_id
const day = 86_400

test('one node that reports every call as reverted makes no record of it', async () => {
  const id = await newJob()
  lie(({ method }, response) => {
    const { result } = response
    return method === 'eth_getTransactionReceipt' && result
      ? { ...response, result: { ...result, status: '0x0', logs: [] } }
      : undefined
  })
  const { task } = await assign(service, crew, id)
  expect(task.attempt).toBe(1)
  for (let round = 0; round < 4; round += 1) await work(service, id)
  const calls =
    await service.sql`select failure from operator_calls where state = 'FAILED' and failure like '%reverted%'`
  expect(calls).toEqual([])
})

test('one node whose clock is a day ahead takes no job from its worker', async () => {
  const { worker, task } = await assign(service, crew, await newJob())
  const body = await worker.peer.result(task, 'export const done = true\n')
  lie(({ method, params }, response) => {
    const { result } = response
    if (method !== 'eth_getBlockByNumber' || params?.[0] !== 'latest' || !result?.timestamp) return undefined
    return { ...response, result: { ...result, timestamp: numberToHex(Number(result.timestamp) + day) } }
  })
  expect(await worker.peer.call('submitJobResult', { body })).toMatchObject({ status: 'accepted' })
})

test('one node that answers from an older state takes no job from its worker', async () => {
  const before = await service.node.getBlockNumber()
  const { worker, task } = await assign(service, crew, await newJob())
  const body = await worker.peer.result(task, 'export const done = true\n')
  lie(async (call) => {
    if (call.method !== 'eth_call') return undefined
    return { ...((await askAt(before, call)) as object), id: call.id }
  })
  expect(await worker.peer.call('submitJobResult', { body })).toMatchObject({ status: 'accepted' })
})

test('one node that refuses every call of ours costs no worker its turn', async () => {
  const id = await newJob()
  lie(({ id: call, method, params }) => {
    const isOurs = (params?.[0] as { from?: string } | undefined)?.from !== undefined
    if (!isOurs || !/^eth_(call|estimateGas)$/.test(method)) return undefined
    return { jsonrpc: '2.0', id: call, error: { code: 3, message: 'execution reverted', data: '0x' } }
  })
  const { task } = await assign(service, crew, id)
  expect(task.attempt).toBe(1)
})
