import { afterAll, beforeAll, expect, test } from 'vitest'
import { readyAgent, write } from '#test/agents.ts'
import { balanceOf, index, mint, newKey } from '#test/journey.ts'
import type { ReadyAgent } from '#test/runtime-peer.ts'
import { type Service, startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { resolve, withdrawalTable } from '#tools/admin/withdrawals.ts'
import { parseAmount } from '../../domain/money.ts'
import type { Hash } from '../../ports/chain.ts'
import { reconcileChain } from '../chain/reconcile-chain.ts'
import { reindex } from '../chain/reindex.ts'
import { recordTransfers } from '../journal/record-transfers.ts'
import { sweepWithdrawals } from './follow-withdrawal.ts'

const receiver = `0x${'ab'.repeat(20)}` as const

let service: Service
let agent: ReadyAgent
beforeAll(async () => {
  service = await startService({ blockTimeSeconds: 3_600 })
  agent = await readyAgent(service, 'wanda', 'worker')
  await mint(service, agent.wallet, 100_000_000n)
  await write(
    service,
    (tx) => tx`insert into withdrawal_destinations (user_id, address, usable_at)
      select user_id, ${receiver}, now() from agents where id = ${agent.agentId}`,
  )
})
afterAll(() => service.stop())

const request = (method: string, params: unknown[]) => service.node.request({ method, params } as never)
const params = () => ({ id: agent.agentId })
const read = async () => (await agent.owner.call('listWithdrawals', { params: params() })).data[0]

const withdrawn = async () =>
  parseAmount((await agent.owner.call('getAgentWallet', { params: params() })).withdrawn.amount)
const eventsOf = async (id = '') =>
  (await service.sql`select name from events where subject_id = ${id} order by id`).map(({ name }) =>
    String(name).replace('withdrawal.', ''),
  )

/** What the worker does, until the withdrawal is like that. */
async function sweepUntil(isReached: (row: Awaited<ReturnType<typeof read>>) => boolean) {
  return until(async () => {
    await write(service, (tx) => tx`update withdrawals set looked_at = looked_at - interval '6 seconds'`)
    await sweepWithdrawals(service.context())
    return read()
  }, isReached)
}

/** Withdraws a token, and lets it be confirmed here; gives its transaction. */
async function confirmed(): Promise<{ hash: Hash; block: bigint; raw: unknown }> {
  const body = { amount: { amount: '1', currency: 'USDC' as const }, destination: receiver }
  await agent.owner.call('withdrawEarnings', { params: params(), body, idempotencyKey: newKey() })
  const row = await sweepUntil((found) => found?.state === 'CONFIRMED')
  const hash = row?.transaction_hash as Hash
  const { blockNumber: block } = await service.node.getTransactionReceipt({ hash })
  await service.node.mine({ blocks: 3 })
  await index(service)
  return { hash, block, raw: await request('eth_getRawTransactionByHash', [hash]) }
}

/** Takes back every block from that one on; these transactions come into the third block after it. */
async function rewrite(block: bigint, ...raw: unknown[]): Promise<void> {
  const depth = Number((await service.node.getBlockNumber()) - block) + 1
  await request('anvil_reorg', [depth, raw.map((each) => [each, 3])])
  await service.node.mine({ blocks: 2 })
  for (let step = 0; step < 3; step += 1) await index(service).catch(() => undefined)
}

test('a confirmed withdrawal whose transfer a rewrite put into another block stays confirmed, and names that block', async () => {
  const { hash, block, raw } = await confirmed()
  const ended = (await read())?.ended_at
  await rewrite(block, raw)
  expect(await read()).toMatchObject({ state: 'CONFIRMED', reconciling: true })
  const { blockNumber } = await service.node.getTransactionReceipt({ hash })
  expect(blockNumber).toBeGreaterThan(block)
  const row = await sweepUntil((found) => found?.reconciling === false)
  expect(row).toMatchObject({ state: 'CONFIRMED', block_number: String(blockNumber), failure: null, ended_at: ended })
})

test('one whose transfer the chain took back says so, is among those in doubt, and is well once the transfer is back', async () => {
  const sent = await withdrawn()
  const { block, raw } = await confirmed()
  const held = await balanceOf(service, agent.wallet)
  await rewrite(block)
  expect(await balanceOf(service, agent.wallet)).toBe(held + 1_000_000n)
  const gone = await sweepUntil((found) => found?.failure !== null)
  expect(gone).toMatchObject({ state: 'CONFIRMED', reconciling: true, failure: { code: 'transaction_vanished' } })
  expect(await withdrawalTable(service.services)).toContain(gone?.id)
  expect(await reconcileChain(service.context())).toEqual([])
  expect(await withdrawn()).toBe(sent)
  expect(await eventsOf(gone?.id)).toEqual(['intended', 'submitted', 'confirmed', 'in_doubt'])

  await request('eth_sendRawTransaction', [raw])
  await service.node.mine({ blocks: 2 })
  const back = await sweepUntil((found) => found?.reconciling === false)
  expect(back).toMatchObject({ state: 'CONFIRMED', failure: null })
  expect(await withdrawalTable(service.services)).not.toContain(gone?.id)
  expect(await eventsOf(gone?.id)).toEqual(['intended', 'submitted', 'confirmed', 'in_doubt', 'confirmed'])
})

test('one whose transfer can never come back is ended as failed by an operator, and the token is paid once by the next', async () => {
  const { block } = await confirmed()
  const held = await balanceOf(service, agent.wallet)
  await rewrite(block)
  const gone = await sweepUntil((found) => found?.failure !== null)
  const id = gone?.id ?? ''
  const sent = await withdrawn()
  const next = await confirmed()
  const operator = { ...service.context(), actor: { kind: 'system', name: 'operator' } as const }
  await expect(resolve(operator, id, next.hash, 'a guess')).rejects.toThrow('the transfer of another withdrawal')
  expect(await resolve(operator, id, 'failed', 'its nonce is taken')).toContain('FAILED')
  const rows = (await agent.owner.call('listWithdrawals', { params: params() })).data
  expect(rows.find((row) => row.id === id)).toMatchObject({
    state: 'FAILED',
    reconciling: false,
    transaction_hash: gone?.transaction_hash,
    block_number: null,
    failure: { code: 'resolved_by_operator' },
  })
  expect(await withdrawn()).toBe(sent + 1_000_000n)
  expect(await balanceOf(service, agent.wallet)).toBe(held)
  expect(await reconcileChain(service.context())).toEqual([])
  expect(await withdrawalTable(service.services)).toBe('No withdrawal is in doubt.')
  await expect(resolve(operator, id, 'failed', 'again')).rejects.toThrow('not in doubt')
})

test('one for which the provider names the transfer of another is in doubt, and an operator ends it', async () => {
  const { id: other = '', transaction_hash } = (await read()) ?? {}
  await write(service, async (tx) => {
    const [row] = await tx`select * from withdrawals where id = ${other}`
    await tx`update withdrawals set provider_transaction_id = null where id = ${other}`
    const { agent_id, user_id, amount, destination, provider_transaction_id } = row ?? {}
    const copy = {
      agent_id,
      user_id,
      amount,
      destination,
      provider_transaction_id,
      transaction_hash,
      state: 'SUBMITTED',
    }
    await tx`insert into withdrawals ${tx(copy)}`
  })
  const doubtful = await sweepUntil((found) => found?.state === 'IN_DOUBT')
  expect(doubtful).toMatchObject({ transaction_hash, failure: { code: 'transfer_of_another' } })
  const operator = { ...service.context(), actor: { kind: 'system', name: 'operator' } as const }
  expect(await resolve(operator, doubtful?.id ?? '', 'failed', 'it is that of another')).toContain('FAILED')
  await write(service, (tx) => tx`delete from withdrawals where id = ${doubtful?.id ?? ''}`)
})

test('a confirmed withdrawal whose transfer the chain has is never ended as failed, by an operator or in the database', async () => {
  const { id = '' } = (await read()) ?? {}
  await expect(resolve(service.context(), id, 'failed', 'a mistake')).rejects.toThrow('not in doubt')
  await expect(write(service, (tx) => tx`update withdrawals set state = 'FAILED' where id = ${id}`)).rejects.toThrow()
})

test('reindexing looks for the transfers of confirmed withdrawals again, and finds them where they are', async () => {
  const { id, block_number: block } = (await read()) ?? {}
  await write(service, (tx) => tx`update withdrawals set block_number = 3, log_index = 77 where id = ${id ?? ''}`)
  await reindex(service.context(), { from: 1n })
  const row = await sweepUntil((found) => found?.reconciling === false)
  expect(row).toMatchObject({ id, state: 'CONFIRMED', block_number: block })
})

test('money that left without a record is found after reindexing as well', async () => {
  await index(service)
  await recordTransfers(service.context())
  expect(await reconcileChain(service.context())).toEqual([])
  const [row] = await service.sql`select provider_wallet_id from agents where id = ${agent.agentId}`
  const { agentWallets } = service.context()
  const held = await balanceOf(service, agent.wallet)
  const keys = { refId: newKey(), idempotencyKey: newKey() }
  await agentWallets.transfer({ walletId: row?.provider_wallet_id, destination: receiver, amount: 2_500_000n, ...keys })
  await until(
    () => balanceOf(service, agent.wallet),
    (balance) => balance === held - 2_500_000n,
  )
  await service.node.mine({ blocks: 2 })
  await index(service)
  await reindex(service.context(), { from: 1n })
  await recordTransfers(service.context())
  expect(await reconcileChain(service.context())).toEqual([
    expect.stringMatching(new RegExp(`^2.5.* USDC left the wallet ${agent.wallet} for ${receiver} by transaction 0x`)),
  ])
})
