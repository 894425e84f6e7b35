import { keccak256, toHex } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { write } from '#test/agents.ts'
import type { Address } from '#test/journey.ts'
import { ageQueue, countRegistrations, newWallet, wantRegistration } from '#test/registrar-queue.ts'
import { type Service, startService } from '#test/service.ts'
import { agentRegistryAbi } from '../../chain/abi/agent-registry.ts'
import type { WorkerContext } from '../context.ts'
import { runOperator } from './run-operator.ts'

const role = keccak256(toHex('REGISTRAR'))

let service: Service
let before: WorkerContext
let after: WorkerContext
beforeAll(async () => {
  service = await startService({ blockTimeSeconds: 3_600 })
  before = service.context()
  const key = generatePrivateKey()
  after = service.context({ REGISTRAR_PRIVATE_KEY: key })
  const { address } = after.operators.registrar
  await service.node.request({ method: 'anvil_setBalance' as never, params: [address, toHex(10n ** 20n)] as never })
  await change('grantRole', address)
})
afterAll(() => service.stop())
afterEach(() => service.node.setAutomine(true))

async function change(functionName: 'grantRole' | 'revokeRole', account: Address): Promise<void> {
  const call = { address: service.chain.addresses.registry, abi: agentRegistryAbi, args: [role, account] as const }
  await service.node.writeContract({ ...call, functionName, chain: null, account: service.node.account })
  await service.node.mine({ blocks: 1 })
}

async function callFor(wallet: Address) {
  const [row] = await service.sql`
    select c.state, c.failure, t.signer, t.nonce, t.transaction_hash
    from operator_calls c left join operator_transactions t on t.id = c.transaction_id
    where c.subject = ${wallet} order by c.id desc limit 1`
  return row
}

/** Steps of the queue in that worker, each with a block that makes the one before final. */
async function work(ctx: WorkerContext, rounds = 4): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await runOperator(ctx, 'registrar')
    await service.node.mine({ blocks: 1 })
  }
}

test('the new key goes on where the old one stopped, with the nonces of its account', async () => {
  const first = await wantRegistration(before)
  await work(before)
  const second = await wantRegistration(before)
  await work(before)
  const [third, fourth] = [await wantRegistration(after), newWallet()]
  await work(after)
  await wantRegistration(after, fourth)
  await work(after)
  const signers = [before, before, after, after].map(({ operators }) => operators.registrar.address)
  const calls = await Promise.all([first, second, third, fourth].map(callFor))
  expect(calls.map((call) => [call?.state, call?.signer])).toEqual(signers.map((signer) => ['CONFIRMED', signer]))
  expect(calls.slice(2).map((call) => call?.nonce)).toEqual([0, 1])
  const back = await wantRegistration(before)
  await work(before)
  expect(await callFor(back)).toMatchObject({ state: 'CONFIRMED', signer: signers[0], nonce: calls[1]?.nonce + 1 })
})

test('a call in flight when the key is exchanged belongs to the account that signed it, and is followed to its end', async () => {
  await service.node.setAutomine(false)
  const wallet = await wantRegistration(before)
  await runOperator(before, 'registrar')
  const sent = await callFor(wallet)
  expect(sent).toMatchObject({ state: 'SENT', signer: before.operators.registrar.address })
  const next = await wantRegistration(after)
  await ageQueue(service, 30)
  await runOperator(after, 'registrar')
  expect(await callFor(wallet)).toEqual(sent)
  await service.node.mine({ blocks: 1 })
  await work(after)
  expect(await callFor(wallet)).toEqual({ ...sent, state: 'CONFIRMED' })
  await work(after)
  expect(await callFor(next)).toMatchObject({ state: 'CONFIRMED', signer: after.operators.registrar.address })
  expect([await countRegistrations(service, wallet), await countRegistrations(service, next)]).toEqual([1, 1])
})

test('a call that nobody mines for the old account is made by the new one after a minute, and has one effect', async () => {
  await service.node.setAutomine(false)
  const wallet = await wantRegistration(before)
  await runOperator(before, 'registrar')
  const { nonce } = (await callFor(wallet)) ?? {}
  await service.node.request({ method: 'anvil_dropAllTransactions' as never, params: [] as never })
  await ageQueue(service, 61)
  await runOperator(after, 'registrar')
  expect(await callFor(wallet)).toMatchObject({ state: 'INTENT', signer: null })
  await service.node.setAutomine(true)
  await work(after)
  expect(await callFor(wallet)).toMatchObject({ state: 'CONFIRMED', signer: after.operators.registrar.address })
  const again = await wantRegistration(before)
  await work(before)
  expect(await callFor(again)).toMatchObject({ state: 'CONFIRMED', nonce })
  expect([await countRegistrations(service, wallet), await countRegistrations(service, again)]).toEqual([1, 1])
})

test('what the first releases stored without its account is followed as that of the account that signed it', async () => {
  await service.node.setAutomine(false)
  const wallet = await wantRegistration(before)
  await runOperator(before, 'registrar')
  await write(service, async (tx) => {
    await tx`update operator_transactions set signer = null where state = 'SENT'`
  })
  await ageQueue(service, 30)
  await runOperator(after, 'registrar')
  expect((await callFor(wallet))?.state).toBe('SENT')
  await service.node.mine({ blocks: 1 })
  await work(after)
  expect(await callFor(wallet)).toMatchObject({ state: 'CONFIRMED', failure: null })
})

test('a call whose account lost its role before it was mined is made by the new account', async () => {
  await service.node.setAutomine(false)
  const wallet = await wantRegistration(before)
  await runOperator(before, 'registrar')
  await service.node.request({ method: 'anvil_dropAllTransactions' as never, params: [] as never })
  await service.node.setAutomine(true)
  await change('revokeRole', before.operators.registrar.address)
  await ageQueue(service, 2)
  await work(after)
  expect(await callFor(wallet)).toMatchObject({ state: 'FAILED' })
  await write(service, async (tx) => {
    await tx`update operator_calls set ended_at = now() - interval '2 minutes' where subject = ${wallet}`
  })
  await wantRegistration(after, wallet)
  await work(after)
  expect(await callFor(wallet)).toMatchObject({ state: 'CONFIRMED', signer: after.operators.registrar.address })
  expect(await countRegistrations(service, wallet)).toBe(1)
})
