import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type Hex, numberToHex, parseAbi, toFunctionSelector } from 'viem'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createJobCall, termsOf } from '#test/escrow.ts'
import { approvedDraft, type Client, fundedJob, index, openIssue, readyClient, sendAs, tidy } from '#test/journey.ts'
import { providerKey, type Service, startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { callFromWallet } from '#test/wallet-app.ts'
import type { Wire } from '#test/wire.ts'
import type { WorkerContext } from '../context.ts'
import { noteNodeProblems } from './note-node-problems.ts'

let service: Service
let clara: Client
// Blocks come with transactions, or when a test asks for them.
// Single fields of blocks are changed here, and no hash of theirs, as a chain with other headers may.
beforeAll(async () => {
  service = await startService({ blockTimeSeconds: 3_600, nodes: 3, env: { CHAIN_HEADERS: 'other' } })
  clara = await readyClient(service)
})
afterAll(() => service.stop())
afterEach(async () => {
  for (const wire of service.nodeWires) wire.mend()
  await tidy(service)
})

type RpcCall = { method: string; params: unknown[] }
type Header = { number: Hex; hash: Hex; logsBloom: Hex }

/** Changes results of a node on their way to the service. */
function answer(wire: Wire | undefined, change: (call: RpcCall, result: unknown) => unknown): void {
  if (!wire) throw new Error('the service has no such node')
  wire.rewrite = async ({ body }, text) => {
    const { method, params = [] } = JSON.parse(body) as Partial<RpcCall> & Pick<RpcCall, 'method'>
    const response = JSON.parse(text) as { result?: unknown }
    return JSON.stringify({ ...response, result: await change({ method, params }, response.result) })
  }
}

/** The worker's context with the first `count` nodes, none of which has a history of faults. */
function withNodes(count: number, env: Record<string, string> = {}): WorkerContext {
  const CHAIN_RPC_URLS = service.nodeWires
    .slice(0, count)
    .map(({ url }) => url)
    .join()
  return service.context({ CHAIN_RPC_URLS, ...env })
}

const balanceOf = toFunctionSelector('balanceOf(address)').slice(2)
const readDraft = (id: string) => clara.person.call('getDraft', { params: { id } })
const faults = (context: WorkerContext) => context.chain.nodeProblems().map(({ ordinal, fault }) => [ordinal, fault])

/** A job on chain that the indexer has not met; gives its draft. */
async function create(): Promise<{ id: string }> {
  const draft = await approvedDraft(clara, await openIssue(service))
  await index(service)
  const terms = await termsOf(service, draft)
  await callFromWallet(service, clara.person, createJobCall(service.chain.addresses.escrow, terms))
  await service.node.mine({ blocks: 1 })
  return draft
}

/** The node hides what happened in the newest blocks, in header, index and receipts alike. */
function hideEvents(wire: Wire | undefined): void {
  answer(wire, ({ method, params }, result) => {
    if (method === 'eth_getLogs') return []
    const isHeader = method === 'eth_getBlockByNumber' && params[0] !== '0x0'
    return isHeader ? { ...(result as Header), transactions: [], logsBloom: `0x${'0'.repeat(512)}` } : result
  })
}

/** The node adds a unit to what the contract says that a job holds. */
function forgeState(wire: Wire | undefined): void {
  answer(wire, ({ method }, result) =>
    method === 'eth_call'
      ? String(result).replace(/^(0x.{128})(.{64})/, (_, head) => `${head}${'f'.repeat(64)}`)
      : result,
  )
}

test.each([
  ['hides a job', hideEvents],
  ['forges the state of the contract', forgeState],
])(
  'when one of two nodes %s, nothing has effect, both are named once it lasts, and readiness says so, until they agree',
  async (_, lie) => {
    const { id } = await create()
    lie(service.nodeWires[0])
    const context = withNodes(2)
    await expect(index(service, context)).rejects.toMatchObject({
      code: 'chain_unavailable',
      message: expect.stringMatching(/node 1 .* and node 2 .* contradict each other/),
    })
    expect(await readDraft(id)).toMatchObject({ state: 'LOCKED' })
    expect(faults(context)).toEqual([])
    await until(
      () => index(service, context).catch(() => faults(context)),
      (found) =>
        isDeepStrictEqual(
          found,
          [1, 2].map((ordinal) => [ordinal, 'contradicts']),
        ),
    )
    await noteNodeProblems(context)
    const { concerns } = await clara.person.call('getReadiness', { query: { for: 'traffic' } })
    expect(concerns.filter(({ part }) => part === 'chain')).toMatchObject([
      {
        detail: expect.stringMatching(/^Nodes of the chain contradict each other, .*Node 1 .*Node 2 .*npm run doctor/),
      },
    ])
    expect(await service.sql`select 1 from chain_cursor where halted_reason is not null`).toHaveLength(0)
    service.nodeWires[0]?.mend()
    await index(service, context)
    expect(await readDraft(id)).toMatchObject({ state: 'FUNDED' })
  },
)

test.each([
  ['hides a job', hideEvents],
  ['forges the state of the contract', forgeState],
])('a node that %s is outvoted by two others, left aside and named', async (_, lie) => {
  const { id } = await create()
  lie(service.nodeWires[0])
  const context = withNodes(3)
  await index(service, context)
  expect(await readDraft(id)).toMatchObject({ state: 'FUNDED' })
  expect(faults(context)).toEqual([[1, 'contradicts']])
})

test.each([2, 3])(
  'one of %i nodes that calls an older block final and shows another branch above it halts nothing and undoes nothing',
  async (count) => {
    await fundedJob(clara, await openIssue(service))
    await index(service)
    const before = await service.sql`select * from chain_cursor`
    const [effect] = await service.sql`select max(block_number) as block from jobs`
    const low = BigInt(effect?.block) - 1n
    const older = await service.node.request({
      method: 'eth_getBlockByNumber' as never,
      params: [numberToHex(low), false] as never,
    })
    answer(service.nodeWires[0], ({ method, params: [block] }, result) => {
      if (method !== 'eth_getBlockByNumber' || !result) return result
      if (block === 'finalized') return older
      const { number } = result as Header
      return BigInt(number) > low ? { ...(result as Header), hash: `0x${'d'.repeat(64)}` } : result
    })
    // A program that has just started knows of no final block.
    for (let step = 0; step < 3; step += 1) await index(service, withNodes(count)).catch(() => undefined)
    const { halted_reason, suspected_fork, applied_block } = before[0] ?? {}
    expect(await service.sql`select * from chain_cursor`).toMatchObject([
      { halted_reason, suspected_fork, applied_block },
    ])
    service.nodeWires[0]?.mend()
    await index(service, withNodes(count))
  },
)

test('nodes of two branches have no final block in common, so the indexer waits and nothing is rewound', async () => {
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service))
  await index(service)
  const before = await service.sql`select * from chain_cursor`
  await service.node.mine({ blocks: 1 })
  answer(service.nodeWires[1], ({ method, params }, result) =>
    method === 'eth_getBlockByNumber' && params[0] !== '0x0'
      ? { ...(result as Header), hash: `0x${'d'.repeat(64)}` }
      : result,
  )
  const context = withNodes(2)
  for (let step = 0; step < 3; step += 1)
    await expect(index(service, context)).rejects.toMatchObject({ message: expect.stringMatching(/contradict/) })
  expect(await service.sql`select * from chain_cursor`).toEqual(before)
  await index(service, withNodes(3))
  expect((await clara.person.call('getJob', { params: { onchain_job_id: id } })).state).toBe('OPEN')
})

const blockTexts = ['Unknown block', 'block not found: 0x1f', 'header not found']

test('where nodes announce blocks long before they answer about them, the older ones are read all the same', async () => {
  await service.node.mine({ blocks: 10 })
  const newest = await service.node.getBlockNumber()
  const known = newest - 3n
  for (const [place, message] of blockTexts.entries()) {
    const wire = service.nodeWires[place]
    if (!wire) throw new Error('the service has no such node')
    wire.rewrite = async ({ body }, text) => {
      const { id, method, params = [] } = JSON.parse(body) as Partial<RpcCall> & { id: number; method: string }
      const isEarly =
        method === 'eth_getBlockByNumber' && /^0x/.test(String(params[0])) && BigInt(params[0] as Hex) > known
      return isEarly ? JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_000, message } }) : text
    }
  }
  const context = withNodes(3)
  for (let step = 0; step < 2; step += 1) await index(service, context).catch(() => undefined)
  const [cursor] = await service.sql`select indexed_block from chain_cursor`
  expect(Number(cursor?.indexed_block)).toBeGreaterThan(Number(newest) - 8)
  expect(Number(cursor?.indexed_block)).toBeLessThanOrEqual(Number(known))
  for (const wire of service.nodeWires) wire.mend()
  await index(service, context)
  expect(await service.sql`select indexed_block from chain_cursor`).toEqual([{ indexed_block: String(newest) }])
})

test('of three nodes one may fail; of two none may, but pages go on', async () => {
  const { id } = await create()
  const [first] = service.nodeWires
  if (first) first.fate = () => 'cut'
  const two = withNodes(2)
  await expect(index(service, two)).rejects.toMatchObject({ code: 'chain_unavailable' })
  expect((await two.chain.balance(clara.wallet)).units).toBeGreaterThan(0n)
  expect(await readDraft(id)).toMatchObject({ state: 'LOCKED' })
  // The clock by which a node is left aside stands still, however slow the machine is.
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const three = withNodes(3)
  await index(service, three)
  expect(await readDraft(id)).toMatchObject({ state: 'FUNDED' })
  expect(faults(three)).toEqual([[1, 'unreachable']])
  // A request of the step before may still arrive, so only those for the balance count.
  const forBalance = () => first?.requests.filter(({ body }) => body.includes(balanceOf)).length
  const asked = forBalance()
  await three.chain.balance(clara.wallet)
  expect(forBalance()).toBe(asked)
})

test('a node is believed alone once the other has answered nothing for the set time, which readiness says', async () => {
  const { id } = await create()
  const [first, second] = service.nodeWires
  if (second) second.fate = () => 'cut'
  const patient = withNodes(2, { CHAIN_ALONE_SECONDS: '0' })
  const context = withNodes(2, { CHAIN_ALONE_SECONDS: '1' })
  await expect(index(service, context)).rejects.toMatchObject({ code: 'chain_unavailable' })
  expect(await readDraft(id)).toMatchObject({ state: 'LOCKED' })
  await until(
    () =>
      index(service, context).then(
        () => true,
        () => false,
      ),
    (isDone) => isDone,
  )
  expect(await readDraft(id)).toMatchObject({ state: 'FUNDED' })
  expect(context.chain.nodeProblems()).toMatchObject([
    { ordinal: 2, fault: 'unreachable', detail: expect.stringMatching(/node 1 .* is believed alone/) },
  ])
  await expect(index(service, patient)).rejects.toMatchObject({ code: 'chain_unavailable' })
  second?.mend()
  hideEvents(first)
  const { id: next } = await create()
  await until(
    () =>
      index(service, context).then(
        () => 'believed',
        (error: Error) => error.message,
      ),
    (message) => /contradict/.test(message),
  )
  expect(await readDraft(next)).toMatchObject({ state: 'LOCKED' })
})

test('a node whose newest block is old is left aside, and reads go to the next', async () => {
  const { number: past } = await service.node.getBlock({ blockNumber: 1n })
  await service.node.mine({ blocks: 1 })
  const old = await service.node.request({
    method: 'eth_getBlockByNumber' as never,
    params: [numberToHex(past), false] as never,
  })
  answer(service.nodeWires[0], ({ params }, result) => (params[0] === 'latest' ? old : result))
  const context = withNodes(3, { CHAIN_LAG_SECONDS: '1' })
  expect((await context.chain.latestBlock()).number).toBe(await service.node.getBlockNumber())
  expect(faults(context)).toEqual([[1, 'lags']])
  await index(service, context)
})

test.each([
  ['a day newer', 86_400],
  ['as much newer as the chain stands still', 0],
])(
  'a node whose newest block is %s than that of two others is named, and makes neither of them late',
  async (_, more) => {
    const now = Math.floor(Date.now() / 1_000)
    for (const [place, wire] of service.nodeWires.entries()) {
      const lie = place === 0 ? { number: '0xfffff', timestamp: numberToHex(now + more) } : {}
      answer(wire, ({ params }, result) =>
        params[0] === 'latest' ? { ...(result as object), timestamp: numberToHex(now - 60), ...lie } : result,
      )
    }
    const context = withNodes(3, { CHAIN_LAG_SECONDS: '20' })
    expect((await context.chain.latestBlock()).number).toBe(await service.node.getBlockNumber())
    expect(faults(context)).toEqual([[1, 'contradicts']])
  },
)

test('nodes that now and then do not know a block that they have hold nothing up', async () => {
  const { id } = await create()
  for (const wire of service.nodeWires) {
    const asked = new Map<unknown, number>()
    answer(wire, ({ method, params: [block] }, result) => {
      if (method !== 'eth_getBlockByNumber' || !/^0x[1-9a-f]/.test(String(block))) return result
      asked.set(block, (asked.get(block) ?? 0) + 1)
      return (asked.get(block) ?? 0) % 3 === 0 ? result : null
    })
  }
  const context = withNodes(3)
  await index(service, context)
  expect(await readDraft(id)).toMatchObject({ state: 'FUNDED' })
})

test('a node without state or receipts is left aside and named, and two others decide', async () => {
  const { id } = await create()
  answer(service.nodeWires[0], ({ method }, result) => (/Receipt|getLogs/.test(method) ? [] : result))
  const context = withNodes(3)
  await index(service, context)
  expect(await readDraft(id)).toMatchObject({ state: 'FUNDED' })
  expect(faults(context)).toEqual([[1, 'lacks']])
})

/** The node leaves a log of each block out, of receipts and index alike: the first one or the last. */
function dropLog(wire: Wire | undefined, place: 'first' | 'last'): void {
  const drop = (logs: unknown[]) => (place === 'first' ? logs.slice(1) : logs.slice(0, -1))
  const without = (receipt: { logs: unknown[] }) => ({ ...receipt, logs: drop(receipt.logs) })
  answer(wire, ({ method }, result) => {
    if (method === 'eth_getLogs') return drop(result as unknown[])
    if (method === 'eth_getBlockReceipts') return (result as { logs: unknown[] }[]).map(without)
    return method === 'eth_getTransactionReceipt' && result ? without(result as { logs: unknown[] }) : result
  })
}

test('two nodes that leave out the same log hide nothing that the header shows', async () => {
  const { id } = await create()
  dropLog(service.nodeWires[0], 'first')
  dropLog(service.nodeWires[1], 'last')
  const context = withNodes(3)
  await expect(index(service, context)).rejects.toMatchObject({ code: 'chain_unavailable' })
  expect(faults(context)).toEqual([
    [1, 'lacks'],
    [2, 'lacks'],
  ])
  for (const wire of service.nodeWires) wire.mend()
  await index(service, context)
  expect(await readDraft(id)).toMatchObject({ state: 'FUNDED' })
})

test('one of several nodes that serves another chain is left aside and named, and asked again soon', async () => {
  answer(service.nodeWires[1], ({ method }, result) => (method === 'eth_chainId' ? '0x1' : result))
  const context = withNodes(3)
  await index(service, context)
  expect(faults(context)).toEqual([[2, 'wrong_chain']])
  service.nodeWires[1]?.mend()
  await until(
    async () => {
      await index(service, context)
      return faults(context)
    },
    (found) => found.length === 0,
    10,
  )
  for (const wire of service.nodeWires)
    answer(wire, ({ method }, result) => (method === 'eth_chainId' ? '0x1' : result))
  await expect(index(service, withNodes(3))).rejects.toMatchObject({ message: expect.stringMatching(/serves chain 1/) })
})

test('when two of three nodes turn to another chain together, what they agreed on confirms nothing', async () => {
  const context = withNodes(3)
  await index(service, context)
  const { hash } = await service.node
    .getBlock({ blockNumber: 1n, includeTransactions: true })
    .then(({ transactions }) => ({
      hash: transactions[0]?.hash ?? '0x',
    }))
  const transfer = { event: 'Transfer', from: clara.wallet, to: clara.wallet, amount: 1n } as const
  for (const wire of service.nodeWires.slice(0, 2))
    answer(wire, ({ method }, result) => (method === 'eth_chainId' ? '0x1' : result))
  await expect(context.chain.outcome(hash, transfer, null)).rejects.toMatchObject({
    message: expect.stringMatching(/turned to another chain/),
  })
  expect(faults(context)).toEqual([
    [1, 'wrong_chain'],
    [2, 'wrong_chain'],
  ])
  await expect(index(service, context)).rejects.toMatchObject({ code: 'chain_unavailable' })
})

test('a transfer that one of two nodes invents confirms nothing', async () => {
  const amount = 7n
  const { token } = service.chain.addresses
  const hash = await sendAs(service, service.chain.keys.minter, {
    address: token,
    abi: parseAbi(['function mint(address to, uint256 amount)']),
    functionName: 'mint',
    args: [clara.wallet, amount],
  })
  const transfer = { event: 'Transfer', from: `0x${'0'.repeat(40)}`, to: clara.wallet, amount: 9n } as const
  answer(service.nodeWires[0], ({ method }, result) =>
    method === 'eth_getTransactionReceipt'
      ? JSON.parse(JSON.stringify(result).replaceAll(numberToHex(amount, { size: 32 }), numberToHex(9n, { size: 32 })))
      : result,
  )
  const [one, two, three] = [1, 2, 3].map((count) => withNodes(count).chain)
  expect(await one?.outcome(hash, transfer, null)).toMatchObject({ kind: 'done', isFinal: true })
  await expect(two?.outcome(hash, transfer, null)).rejects.toMatchObject({
    message: expect.stringMatching(/contradict/),
  })
  expect(await three?.outcome(hash, transfer, null)).toMatchObject({ kind: 'absent', isFinal: true })
})

test('readiness names a node at fault by number and host, and never shows its key', async () => {
  answer(service.nodeWires[2], ({ method }, result) => (method === 'eth_chainId' ? '0x1' : result))
  const context = service.context({ LOG_LEVEL: 'silent' })
  await index(service, context)
  await noteNodeProblems(context)
  const ready = await clara.person.call('getReadiness', { query: { for: 'traffic' } })
  expect(ready.chain.nodes.find(({ ordinal }) => ordinal === 3)).toMatchObject({
    host: new URL(service.nodeWires[2]?.url ?? '').host,
    fault: 'wrong_chain',
  })
  expect(JSON.stringify(ready)).not.toContain(providerKey)
  expect(service.nodeWires[2]?.requests.at(-1)?.path).toContain(providerKey)
})

test('people read on while no node has the state of the block yet that it announces', async () => {
  const announced = new Map<unknown, number>()
  for (const wire of service.nodeWires)
    wire.rewrite = async ({ body }, text) => {
      const { id, method, params = [] } = JSON.parse(body) as RpcCall & { id: number }
      const block = params[1]
      if (method !== 'eth_call' || !/^0x/.test(String(block))) return text
      announced.set(block, announced.get(block) ?? performance.now())
      if (performance.now() - (announced.get(block) ?? 0) > 900) return text
      return JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_000, message: 'header not found' } })
    }
  await service.node.mine({ blocks: 1 })
  const { chain } = withNodes(3)
  const [balance, allowance, owed] = await Promise.all([
    chain.balance(clara.wallet),
    chain.allowance(clara.wallet, 0n),
    chain.owed(clara.wallet),
  ])
  expect(balance.units).toBeGreaterThan(0n)
  expect([allowance, owed]).toEqual([0n, 0n])
})

test.each([
  ['beside the others', 0],
  ['heard alone', 2_200],
])('the time that one node makes up for the newest block, %s, is no wait for finality', async (_, lateMs) => {
  const context = withNodes(3, { CHAIN_CONFIRMATIONS: '2' })
  const longest = async () => (await service.sql`select coalesce(max(seconds), 0) as most from finality_lags`)[0]?.most
  await service.node.mine({ blocks: 1 })
  await index(service, context)
  const [first, ...others] = service.nodeWires
  answer(first, ({ method, params: [block] }, result) => {
    if (method !== 'eth_getBlockByNumber' || block !== 'latest') return result
    const header = result as { timestamp: Hex }
    return { ...header, timestamp: numberToHex(BigInt(header.timestamp) + 4_000n) }
  })
  for (const wire of others)
    wire.fate = async ({ body }) => {
      if (body.includes('"latest"')) await wait(lateMs)
      return 'pass' as const
    }
  for (let steps = 0; steps < 2; steps += 1) {
    await service.node.mine({ blocks: 1 })
    await index(service, context).catch(() => undefined)
  }
  expect(await longest()).toBeLessThan(60)
})
