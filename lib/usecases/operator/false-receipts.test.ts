import { setTimeout as wait } from 'node:timers/promises'
import { type Hex, numberToHex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { write } from '#test/agents.ts'
import type { Address } from '#test/journey.ts'
import { ageQueue, callState, countRegistrations, wantRegistration } from '#test/registrar-queue.ts'
import { type Service, startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import type { WorkerContext } from '../context.ts'
import { runOperator } from './run-operator.ts'

let service: Service
/** A composition of each test's own, which knows of no fault before. */
let context: WorkerContext
// Blocks come with transactions or when a test asks for them. Single fields of theirs are changed here, and no hash.
beforeAll(async () => {
  service = await startService({ blockTimeSeconds: 3_600, env: { CHAIN_HEADERS: 'other' } })
  await service.node.mine({ blocks: 5 })
})
beforeEach(() => {
  context = service.context({ CHAIN_CONFIRMATIONS: '2' })
})
afterAll(() => service.stop())
afterEach(() => service.wires.chain.mend())

const want = () => wantRegistration(service.context())
const stateOf = (wallet: Address) => callState(service, wallet)
const age = () => ageQueue(service)

/** Steps of the key's queue, each with a block; a step may fail as the node does. */
async function walk(steps = 4): Promise<void> {
  for (let taken = 0; taken < steps; taken += 1) {
    await runOperator(context, 'registrar').catch(() => undefined)
    await service.node.mine({ blocks: 1 })
  }
}

const problems = () => context.chain.nodeProblems()

async function expectDone(wallet: Address): Promise<void> {
  const ended = async () => {
    await walk(1)
    return stateOf(wallet)
  }
  expect(await until(ended, (state) => state === 'CONFIRMED' || state === 'FAILED')).toBe('CONFIRMED')
  expect(await countRegistrations(service, wallet)).toBe(1)
}

type Changes = Record<string, (result: never, params: readonly unknown[]) => unknown>

/** The node gives other results of these methods. */
function answer(changes: Changes): void {
  service.wires.chain.rewrite = ({ body }, text) => {
    const { method, params = [] } = JSON.parse(body) as { method: string; params?: unknown[] }
    const change = changes[method]
    const reply = JSON.parse(text) as { result?: never }
    return change ? JSON.stringify({ ...reply, error: undefined, result: change(reply.result as never, params) }) : text
  }
}

type Receipt = { status: Hex; logs: unknown[] } | null
const failed = (receipt: Receipt) => receipt && { ...receipt, status: '0x0' }
const failedWithout = (receipt: Receipt) => receipt && { ...receipt, status: '0x0', logs: [] }
const withoutEvents = (receipt: Receipt) => receipt && { ...receipt, logs: [] }
const noReceipt: Changes = { eth_getTransactionReceipt: () => null }

test('a transaction that is mined and final, whose receipt the node lacks, is waited for, and the node is named', async () => {
  const wallet = await want()
  answer(noReceipt)
  await walk()
  for (let raised = 0; raised < 3; raised += 1) {
    await age()
    await walk(2)
    expect(await stateOf(wallet)).toBe('SENT')
  }
  expect(problems()).toMatchObject([
    { fault: 'lacks', detail: expect.stringMatching(/no receipt of .* that block \d+ holds/) },
  ])
  const since = problems()[0]?.since
  for (let seconds = 0; seconds < 9; seconds += 1) {
    await wait(1_000)
    await walk(1)
  }
  expect(problems()).toMatchObject([{ fault: 'lacks', since }])
  service.wires.chain.mend()
  await expectDone(wallet)
})

test('a call whose bytes were refused as too large and mined is no failure while the node lacks their receipt', async () => {
  const wallet = await want()
  service.wires.chain.rewrite = ({ body }, text) => {
    const { id, method } = JSON.parse(body)
    const error = { code: -32_000, message: 'exceeds block gas limit' }
    return method === 'eth_sendRawTransaction' ? JSON.stringify({ jsonrpc: '2.0', id, error }) : text
  }
  await walk(1)
  expect(await stateOf(wallet)).toBe('INTENT')
  answer(noReceipt)
  for (let tried = 0; tried < 5; tried += 1) {
    await age()
    await walk(1)
    expect(await stateOf(wallet)).not.toBe('FAILED')
  }
  service.wires.chain.mend()
  await age()
  await expectDone(wallet)
})

test.each<[string, Changes]>([
  ['with the events of its success', { eth_getTransactionReceipt: failed }],
  ['without events, which the index of logs has', { eth_getTransactionReceipt: failedWithout }],
  [
    'without events, which only the receipts of the block have',
    { eth_getTransactionReceipt: failedWithout, eth_getLogs: () => [] },
  ],
  [
    'without events, which only the filter of the block shows',
    {
      eth_getTransactionReceipt: failedWithout,
      eth_getLogs: () => [],
      eth_getBlockReceipts: (receipts: Receipt[]) => receipts.map(failedWithout),
    },
  ],
  [
    'as a success without any event, which the receipts of the block have',
    { eth_getTransactionReceipt: withoutEvents, eth_getLogs: () => [] },
  ],
  [
    'as a success without any event, which the filter of the block shows',
    {
      eth_getTransactionReceipt: withoutEvents,
      eth_getLogs: () => [],
      eth_getBlockReceipts: (receipts: Receipt[]) => receipts.map(withoutEvents),
    },
  ],
])('a receipt that shows %s decides nothing, and the node is named', async (_, changes) => {
  const wallet = await want()
  answer(changes)
  await walk()
  expect(await stateOf(wallet)).toBe('SENT')
  expect(problems()).toMatchObject([{ fault: 'lacks' }])
  service.wires.chain.mend()
  await expectDone(wallet)
})

test('the receipt of a transaction that its block does not hold decides nothing, and the node is named', async () => {
  const wallet = await want()
  answer({ eth_getBlockByNumber: (block: object) => ({ ...block, transactions: [] }) })
  await walk()
  expect(await stateOf(wallet)).toBe('SENT')
  expect(problems()).toMatchObject([{ fault: 'lacks', detail: expect.stringContaining('its block does not hold') }])
  service.wires.chain.mend()
  await expectDone(wallet)
})

test('what a node shows of a call in every answer until its block is final is set right by the final receipt', async () => {
  const wallet = await want()
  answer({
    eth_getTransactionReceipt: failedWithout,
    eth_getLogs: () => [],
    eth_getBlockReceipts: (receipts: Receipt[]) => receipts.map(failedWithout),
    eth_getBlockByNumber: (block: object) => ({ ...block, logsBloom: `0x${'f'.repeat(512)}` }),
  })
  await runOperator(context, 'registrar')
  const isMined = async () => {
    await runOperator(context, 'registrar')
    return stateOf(wallet)
  }
  expect(await until(isMined, (state) => state === 'MINED')).toBe('MINED')
  service.wires.chain.mend()
  await expectDone(wallet)
})

test('a nonce that no account has is refused, the node is named, and the key goes on', async () => {
  const wallet = await want()
  for (const nonce of [2n ** 32n - 1n, 2n ** 64n - 1n]) {
    answer({ eth_getTransactionCount: () => numberToHex(nonce) })
    await walk(2)
    expect(await stateOf(wallet)).toBe('INTENT')
    expect(problems()).toMatchObject([{ fault: 'lacks', detail: expect.stringContaining('more transactions') }])
  }
  service.wires.chain.mend()
  await expectDone(wallet)
})

const higher = (result: Hex) => numberToHex(BigInt(result) + 1_000n)
test.each<[string, NonNullable<Changes[string]>]>([
  ['in each block', higher],
  ['in the newest block alone', (result: Hex, [, block]) => (block === 'latest' ? higher(result) : result)],
])('a number of transactions that is too high %s is not signed for, and the node is named', async (_, change) => {
  const wallet = await want()
  answer({ eth_getTransactionCount: change })
  await walk(3)
  expect(await stateOf(wallet)).toBe('INTENT')
  expect(problems()).toMatchObject([{ fault: 'lacks', detail: expect.stringMatching(/has sent 1\d\d\d transactions/) }])
  service.wires.chain.mend()
  await expectDone(wallet)
})

test('what the key sent without the records is found in its blocks, and the key goes on above it', async () => {
  await write(service, (tx) => tx`delete from operator_calls`)
  await write(service, (tx) => tx`delete from operator_transactions`)
  const wallet = await want()
  await expectDone(wallet)
  expect(problems()).toEqual([])
})

test('a lone node that suggests a tip above the ceiling is named, and the key waits for the ceiling', async () => {
  const wallet = await want()
  answer({ eth_maxPriorityFeePerGas: () => numberToHex(10n ** 21n) })
  await walk(1)
  const [row] = await service.sql`select state, waits_for from operator_calls where subject = ${wallet}`
  expect({ ...row }).toEqual({ state: 'INTENT', waits_for: 'fee_ceiling' })
  expect(problems()).toMatchObject([{ fault: 'contradicts', detail: expect.stringContaining('tip') }])
  service.wires.chain.mend()
  await age()
  await expectDone(wallet)
})
