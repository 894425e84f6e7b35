import { type Hex, numberToHex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Address } from '#test/journey.ts'
import { lie } from '#test/lie.ts'
import { type Service, startService } from '#test/service.ts'
import type { WorkerContext } from '../context.ts'
import { readServiceState } from '../service/read-service-state.ts'
import { callOnce } from './call-once.ts'
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

const ownerId: Hex = `0x${'7'.repeat(64)}`
const newWallet = () => privateKeyToAddress(generatePrivateKey()).toLowerCase() as Address

async function want(wallet: Address): Promise<void> {
  const ctx = service.context()
  await callOnce(ctx, {
    operator: 'registrar',
    purpose: 'OWNER_REGISTRATION',
    subject: wallet,
    call: ctx.chain.encodeRegisterOwner(wallet, ownerId),
    followUp: { queue: 'register-owner', data: { transactionId: crypto.randomUUID() } },
  })
}

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
      await want(wallet)
      await walk(context)
    }
    const rows = await service.sql`select state, waits_for from operator_calls where subject in ${service.sql(wallets)}`
    expect(rows.map((row) => ({ ...row }))).toEqual(wallets.map(() => ({ state: 'CONFIRMED', waits_for: null })))
    expect((await readServiceState(context)).waitingKeys).toEqual([])
  },
)
