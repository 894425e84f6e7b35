import { numberToHex } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Address } from '#test/journey.ts'
import { ageQueue, callState, countRegistrations, newWallet, wantRegistration } from '#test/registrar-queue.ts'
import { type Service, startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { readServiceState } from '../service/read-service-state.ts'
import { runOperator } from './run-operator.ts'

let service: Service
// Single fields of blocks are changed here, and no hash of theirs, as a chain with other headers may.
beforeAll(async () => {
  service = await startService({ blockTimeSeconds: 3_600, env: { CHAIN_HEADERS: 'other' } })
})
afterAll(() => service.stop())
afterEach(async () => {
  service.wires.chain.mend()
  await service.node.setAutomine(true)
  await setBlockGas(30_000_000)
})

const newWallets = (count: number) => Array.from({ length: count }, newWallet)
const setBlockGas = (gas: number) =>
  service.node.request({ method: 'evm_setBlockGasLimit' as never, params: [numberToHex(gas)] as never })

const want = (wallet: Address) => wantRegistration(service.context(), wallet)
const stateOf = (wallet: Address) => callState(service, wallet)
const registrationsOf = (wallet: Address) => countRegistrations(service, wallet)
const age = () => ageQueue(service)
const step = () => runOperator(service.context(), 'registrar')
const confirm = (wallet: Address) =>
  until(
    async () => {
      await step().catch(() => false)
      await service.node.mine({ blocks: 1 })
      await step().catch(() => false)
      return stateOf(wallet)
    },
    (state) => state === 'CONFIRMED' || state === 'FAILED',
  )

/** The wire to the node; changes the results of one method. */
function answer(method: string, change: (response: Record<string, unknown>, params: unknown[]) => unknown): void {
  service.wires.chain.rewrite = ({ body }, text) => {
    const request = JSON.parse(body) as { method: string; params?: unknown[] }
    if (request.method !== method) return text
    const response = JSON.parse(text) as Record<string, unknown>
    return JSON.stringify(change(response, request.params ?? []))
  }
}
/** The node takes smaller transactions than half of what its headers call a block's gas. */
const claimBlockGas = (gas: number) =>
  answer('eth_getBlockByNumber', (response) => ({
    ...response,
    result: { ...(response.result as object), gasLimit: numberToHex(gas) },
  }))

test('calls that the node refuses as too much gas together are sent in smaller transactions, and each has its effect', async () => {
  const wallets = newWallets(7)
  await setBlockGas(400_000)
  await service.node.mine({ blocks: 1 })
  claimBlockGas(30_000_000)
  for (const wallet of wallets) await want(wallet)
  for (const wallet of wallets) expect(await confirm(wallet)).toBe('CONFIRMED')
  expect(await Promise.all(wallets.map(registrationsOf))).toEqual(wallets.map(() => 1))
})

test('a transaction that waits while blocks shrink below its gas gives its calls back to smaller ones', async () => {
  const wallets = newWallets(6)
  await service.node.setAutomine(false)
  for (const wallet of wallets) await want(wallet)
  await step()
  expect(await stateOf(wallets[0] ?? '0x')).toBe('SENT')
  await setBlockGas(500_000)
  await service.node.mine({ blocks: 1 })
  await service.node.request({ method: 'anvil_dropAllTransactions' as never, params: [] as never })
  await age()
  await step().catch(() => false)
  await service.node.setAutomine(true)
  for (const wallet of wallets) expect(await confirm(wallet)).toBe('CONFIRMED')
  expect(await Promise.all(wallets.map(registrationsOf))).toEqual(wallets.map(() => 1))
})

test('a call that the node does not simulate holds up no other, is named, and goes on when the node does', async () => {
  const [poisoned, ...others] = newWallets(3) as [Address, ...Address[]]
  const isIts = (params: unknown[]) => JSON.stringify(params[0]).includes(poisoned.slice(2))
  service.wires.chain.rewrite = ({ body }, text) => {
    const { id, method, params = [] } = JSON.parse(body) as { id: number; method: string; params?: unknown[] }
    if (!/eth_(call|estimateGas)/.test(method) || !isIts(params)) return text
    return JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_000, message: 'out of gas' } })
  }
  await want(poisoned)
  for (const wallet of others) await want(wallet)
  for (const wallet of others) expect(await confirm(wallet)).toBe('CONFIRMED')
  expect(await stateOf(poisoned)).toBe('INTENT')
  expect((await readServiceState(service.context())).waitingKeys).toMatchObject([
    { key: 'registrar', waitsFor: 'node', calls: 1 },
  ])
  service.wires.chain.mend()
  await age()
  expect(await confirm(poisoned)).toBe('CONFIRMED')
})

test('a call that is refused even alone as too large lets the others go, and goes when the node takes it', async () => {
  const [large, ...others] = newWallets(3) as [Address, ...Address[]]
  answer('eth_estimateGas', (response, [call]) =>
    JSON.stringify(call).includes(large.slice(2))
      ? { ...response, error: undefined, result: numberToHex(1_200_000) }
      : response,
  )
  await setBlockGas(600_000)
  await want(large)
  await step().catch(() => false)
  for (const wallet of others) await want(wallet)
  for (const wallet of others) expect(await confirm(wallet)).toBe('CONFIRMED')
  expect(await stateOf(large)).toBe('INTENT')
  await setBlockGas(30_000_000)
  await age()
  expect(await confirm(large)).toBe('CONFIRMED')
})

test.each([1, 3])(
  '%i calls that the node mines although it calls them too large are recorded as done',
  async (count) => {
    const wallets = newWallets(count)
    const error = { code: -32_000, message: 'exceeds block gas limit' }
    answer('eth_sendRawTransaction', ({ id }) => ({ jsonrpc: '2.0', id, error }))
    for (const wallet of wallets) await want(wallet)
    await step()
    expect(await Promise.all(wallets.map(stateOf))).toEqual(wallets.map(() => 'INTENT'))
    service.wires.chain.mend()
    await age()
    for (const wallet of wallets) expect(await confirm(wallet)).toBe('CONFIRMED')
    expect(await Promise.all(wallets.map(registrationsOf))).toEqual(wallets.map(() => 1))
  },
)

test('a transaction that was signed for a nonce far ahead, as a node without older state said, is signed again', async () => {
  const wallet = newWallet()
  answer('eth_getTransactionCount', ({ id, jsonrpc, result }, [, block]) =>
    block === 'latest'
      ? { id, jsonrpc, result: numberToHex(Number(result) + 7) }
      : { id, jsonrpc, error: { code: -32_000, message: 'missing trie node' } },
  )
  await want(wallet)
  await step()
  expect(await stateOf(wallet)).toBe('SENT')
  service.wires.chain.mend()
  await age()
  expect(await confirm(wallet)).toBe('CONFIRMED')
  expect(await registrationsOf(wallet)).toBe(1)
})
