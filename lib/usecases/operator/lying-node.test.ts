import { type Hex, numberToHex } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { lie } from '#test/lie.ts'
import { ageQueue, callState, newWallet, ownerId, wantRegistration } from '#test/registrar-queue.ts'
import { type Service, startService } from '#test/service.ts'
import type { WorkerContext } from '../context.ts'
import { readServiceState } from '../service/read-service-state.ts'
import { runOperator } from './run-operator.ts'

let service: Service
// Blocks come with transactions, or when a test asks for them. Single fields of theirs are changed here, and no hash.
beforeAll(async () => {
  service = await startService({ blockTimeSeconds: 3_600, nodes: 3, env: { CHAIN_HEADERS: 'other' } })
})
afterAll(() => service.stop())
afterEach(async () => {
  for (const wire of service.nodeWires) wire.mend()
})

const header = (change: Record<string, Hex>) => (result: unknown) => ({ ...(result as object), ...change })

/** Steps until nothing is left to do, as a worker does that waits for no clock. */
async function walk(context: WorkerContext): Promise<void> {
  for (let steps = 0; steps < 12; steps += 1) {
    await runOperator(context, 'registrar')
    await service.node.mine({ blocks: 1 })
  }
}

const lies: [string, string, (result: unknown) => unknown][] = [
  ['a nonce that is too high', 'eth_getTransactionCount', (nonce) => numberToHex(BigInt(nonce as Hex) + 7n)],
  ['a nonce of 0', 'eth_getTransactionCount', () => '0x0'],
  ['a tip above every ceiling', 'eth_maxPriorityFeePerGas', () => numberToHex(10n ** 21n)],
  ['a base fee above every ceiling', 'eth_getBlockByNumber', header({ baseFeePerGas: numberToHex(10n ** 21n) })],
  ['a balance of nothing', 'eth_getBalance', () => '0x0'],
  ['an estimate of more gas than a block has', 'eth_estimateGas', () => numberToHex(10n ** 12n)],
  ['blocks without room', 'eth_getBlockByNumber', header({ gasLimit: numberToHex(21_000) })],
]

test.each(lies.flatMap((one) => [0, 2].map((place) => [place + 1, ...one] as const)))(
  'of three nodes, node %i alone reports %s: the key goes on, and says no wrong reason to wait',
  async (ordinal, _, method, change) => {
    const wallets = [newWallet(), newWallet(), newWallet()]
    lie(service, [ordinal - 1], { method, change })
    const context = service.context()
    for (const wallet of wallets) {
      await wantRegistration(context, wallet)
      await walk(context)
    }
    const rows = await service.sql`select state, waits_for from operator_calls where subject in ${service.sql(wallets)}`
    expect(rows.map((row) => ({ ...row }))).toEqual(wallets.map(() => ({ state: 'CONFIRMED', waits_for: null })))
    expect((await readServiceState(context)).waitingKeys).toEqual([])
  },
)

test.each(lies.slice(2, 4))('of three nodes one that reports %s is named', async (_, method, change) => {
  const context = service.context({ CHAIN_HEADERS: 'other' })
  lie(service, [1], { method, change })
  await context.operators.registrar.fuel()
  expect(context.chain.nodeProblems()).toMatchObject([{ ordinal: 2, detail: expect.stringContaining('ceiling') }])
})

test.each<[string, Hex]>([
  ['a failure', '0x0'],
  ['a success', '0x1'],
])('of three nodes one alone shows a receipt of %s for what is not mined: nothing is recorded', async (_, status) => {
  const wallet = newWallet()
  const context = service.context({ CHAIN_HEADERS: 'other' })
  await service.node.setAutomine(false)
  await wantRegistration(context, wallet)
  await runOperator(context, 'registrar')
  const state = () => callState(service, wallet)
  expect(await state()).toBe('SENT')
  forgeReceipts(2, status)
  for (let steps = 0; steps < 4; steps += 1) {
    await runOperator(context, 'registrar')
    await service.node.request({ method: 'anvil_dropAllTransactions' as never, params: [] as never })
    await service.node.mine({ blocks: 1 })
    expect(await state()).toBe('SENT')
  }
  await service.node.setAutomine(true)
  await ageQueue(service)
  await walk(context)
  expect(await state()).toBe('CONFIRMED')
  expect(context.chain.nodeProblems().map(({ ordinal }) => ordinal)).not.toContain(1)
})

/** That node shows, for whatever has none, a receipt in the first block, and the block as one that holds it. */
function forgeReceipts(place: number, status: Hex): void {
  const wire = service.nodeWires[place]
  if (!wire) throw new Error('the service has no such node')
  const { registry } = service.chain.addresses
  const { address: from } = service.context().operators.registrar
  const logs: object[] = []
  const forged: Hex[] = []
  const forge = async (transactionHash: Hex) => {
    const { hash: blockHash } = await service.node.getBlock({ blockNumber: 1n })
    const mined = { transactionHash, blockHash, blockNumber: '0x1', transactionIndex: '0x0' }
    const log = { address: registry, topics: [ownerId], data: '0x', logIndex: '0x0', removed: false, ...mined }
    forged.push(transactionHash)
    if (status === '0x1') logs.push(log)
    const gas = { cumulativeGasUsed: '0x1', gasUsed: '0x1', effectiveGasPrice: '0x1' }
    const own = status === '0x1' ? [log] : []
    return { from, to: registry, type: '0x2', status, logs: own, logsBloom: `0x${'0'.repeat(512)}`, ...gas, ...mined }
  }
  wire.rewrite = async ({ body }, text) => {
    const { method, params } = JSON.parse(body) as { method: string; params: [Hex] }
    const reply = JSON.parse(text)
    if (method === 'eth_getBlockByNumber' && params[0] === '0x1') reply.result.transactions.push(...forged)
    if (method === 'eth_getTransactionReceipt') reply.result ??= await forge(params[0])
    if (method === 'eth_getLogs') reply.result = logs
    return JSON.stringify(reply)
  }
}
