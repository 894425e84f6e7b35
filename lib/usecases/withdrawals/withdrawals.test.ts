import { type Hex, parseAbi, parseAbiItem } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { walletFaults } from '#sandbox/wallet-provider/faults/client.ts'
import { readyAgent, setWalletFaults, write } from '#test/agents.ts'
import {
  type Address,
  balanceOf,
  fundedJob,
  index,
  mint,
  newKey,
  openIssue,
  readyClient,
  sendAs,
  signInClient,
} from '#test/journey.ts'
import type { Person } from '#test/people/person.ts'
import { refusal } from '#test/refusal.ts'
import { rowsOf } from '#test/rows.ts'
import type { ReadyAgent } from '#test/runtime-peer.ts'
import { type Service, startService } from '#test/service.ts'
import { takeOffer } from '#test/take-offer.ts'
import { until } from '#test/until.ts'
import { withdrawalTable } from '#tools/admin/withdrawals.ts'
import type { ReplyOf } from '../../client/api.ts'
import { inTransaction } from '../../data/database.ts'
import { claimIntent, findWithdrawal, markUnplaced, moveWithdrawal } from '../../data/withdrawals.ts'
import { formatAmount } from '../../domain/money.ts'
import { reconcileChain } from '../chain/reconcile-chain.ts'
import { describeOutflows, reconcileWallets } from '../chain/reconcile-wallets.ts'
import { adoptLateTransfers } from './adopt-late-transfers.ts'
import { followWithdrawal } from './follow-withdrawal.ts'
import { resolveWithdrawal } from './resolve-withdrawal.ts'

type Withdrawal = ReplyOf<'listWithdrawals'>['data'][number]

let service: Service
let agent: ReadyAgent
// Blocks come only with transactions or when a test asks for them.
const transfers = '/v1/w3s/developer/transactions/transfer'

beforeAll(async () => {
  service = await startService({ blockTimeSeconds: 3_600, env: { WITHDRAWAL_DELAY_SECONDS: '3600' } })
  agent = await readyAgent(service, 'wanda', 'worker')
  await mint(service, agent.wallet, 100_000_000n)
})
afterAll(() => service.stop())
afterEach(async () => {
  service.wires.wallets.mend()
  service.wires.chain.mend()
  await setWalletFaults(service, {})
  await write(service, (tx) => tx`update withdrawals set state = 'FAILED', ended_at = now() where ended_at is null`)
})

const params = () => ({ id: agent.agentId })
const newAddress = (): Address => privateKeyToAddress(generatePrivateKey())

/** An address whose waiting time is over. */
async function destination(): Promise<Address> {
  const address = newAddress()
  await write(
    service,
    (tx) => tx`insert into withdrawal_destinations (user_id, address, usable_at)
      select user_id, ${address.toLowerCase()}, now() from agents where id = ${agent.agentId}`,
  )
  return address
}

function withdraw(amount: string, to: string, more: { id?: string; by?: Person; key?: string } = {}) {
  const { id = agent.agentId, by = agent.owner, key = newKey() } = more
  const body = { amount: { amount, currency: 'USDC' as const }, destination: to }
  return by.call('withdrawEarnings', { params: { id }, body, idempotencyKey: key })
}

async function read(id: string): Promise<Withdrawal> {
  const { data } = await agent.owner.call('listWithdrawals', { params: params() })
  const found = data.find((one) => one.id === id)
  if (!found) throw new Error('the withdrawal is not listed')
  return found
}

/** Lets intents look as if the provider had been asked half a minute ago, so that it may be asked again. */
const ageIntents = () =>
  write(
    service,
    (tx) => tx`update withdrawals set looked_at = looked_at - interval '31 seconds' where state = 'INTENT'`,
  )

/** Looks at it as the worker program does, only sooner, until it ends. */
function followed(id: string): Promise<Withdrawal> {
  return until(
    async () => {
      await ageIntents()
      await followWithdrawal(service.context(), { withdrawalId: id })
      return read(id)
    },
    ({ ended_at }) => ended_at !== null,
  )
}

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
/** What the token's own logs say was sent from the agent's wallet to this address. */
async function sentTo(to: Address): Promise<bigint[]> {
  const address = service.chain.addresses.token
  const logs = await service.node.getLogs({ address, event: transfer, args: { from: agent.wallet, to }, fromBlock: 0n })
  return logs.map((log) => log.args.value ?? 0n)
}

/** The provider knows the hash of a transfer before its block exists. */
const untilSent = (to: Address) =>
  until(
    () => sentTo(to),
    (sent) => sent.length === 1,
  )

/** Another transaction in which the address gets the token, from nobody. */
function mintTo(to: Address): Promise<Hex> {
  return sendAs(service, service.chain.keys.minter, {
    address: service.chain.addresses.token,
    abi: parseAbi(['function mint(address, uint256)']),
    functionName: 'mint',
    args: [to, 2_000_000n],
  })
}

/** Requests for a transfer that reached the provider. */
const asked = () =>
  service.wires.wallets.requests.filter(({ path }) => path.endsWith('/developer/transactions/transfer'))

test('while the indexer is halted no withdrawal starts, one that is intended waits, and it is sent once that is over', async () => {
  const [to, other] = [await destination(), await destination()]
  const { id } = await withdraw('1', to)
  await index(service)
  await write(service, (tx) => tx`update chain_cursor set halted_reason = 'block 5 had effect'`)
  const before = asked().length
  await followWithdrawal(service.context(), { withdrawalId: id })
  expect([(await read(id)).state, asked().length]).toEqual(['INTENT', before])
  expect(await refusal(withdraw('1', other))).toMatchObject({ status: 503, code: 'chain_unavailable' })
  await write(service, (tx) => tx`update chain_cursor set halted_reason = null`)
  expect(await followed(id)).toMatchObject({ state: 'CONFIRMED' })
  expect([await sentTo(to), await sentTo(other)]).toEqual([[1_000_000n], []])
})

test('a withdrawal sends exactly its amount to its destination, and the wallet tells it', async () => {
  const to = await destination()
  const before = await balanceOf(service, agent.wallet)
  const walletBefore = await agent.owner.call('getAgentWallet', { params: params() })
  const made = await withdraw('1.234567', to)
  expect(made).toMatchObject({ state: 'INTENT', amount: { amount: '1.234567' }, destination: to.toLowerCase() })
  const done = await followed(made.id)
  expect(done).toMatchObject({ state: 'CONFIRMED', failure: null, transaction_hash: expect.stringMatching(/^0x/) })
  expect(await sentTo(to)).toEqual([1_234_567n])
  expect(await balanceOf(service, to)).toBe(1_234_567n)
  expect(await balanceOf(service, agent.wallet)).toBe(before - 1_234_567n)
  const after = await agent.owner.call('getAgentWallet', { params: params() })
  const units = (money: { amount: string }) => BigInt(money.amount.replace('.', ''))
  expect(units(after.withdrawn) - units(walletBefore.withdrawn)).toBe(1_234_567n)
  expect(units(after.balance)).toBe(before - 1_234_567n)
})

test('another owner’s agent is as unknown as a missing one (row 20)', async () => {
  const oscar = service.person('oscar')
  await oscar.signIn()
  await oscar.call('becomeAgentOwner')
  const before = await rowsOf(service.sql)
  const foreign = await refusal(withdraw('1', newAddress(), { by: oscar }))
  const missing = await refusal(withdraw('1', newAddress(), { by: oscar, id: crypto.randomUUID() }))
  expect(foreign).toMatchObject({ status: 404, code: 'not_found', detail: missing.detail })
  expect(await refusal(oscar.call('listWithdrawals', { params: params() }))).toMatchObject({ status: 404 })
  expect(await refusal(oscar.call('getAgentWallet', { params: params() }))).toMatchObject({ status: 404 })
  expect(await rowsOf(service.sql)).toEqual(before)
})

test('a session that signed in more than ten minutes ago is asked to sign in again, and then may withdraw', async () => {
  const to = await destination()
  const age = (minutes: number) =>
    write(
      service,
      (tx) => tx`update sessions set signed_in_at = now() - make_interval(mins => ${minutes})
        where user_id = (select user_id from agents where id = ${agent.agentId})`,
    )
  await age(11)
  const refused = await refusal(withdraw('1', to))
  expect(refused).toMatchObject({ status: 403, code: 'recent_sign_in_required', next_actions: [{ code: 'sign_in' }] })
  expect(await service.sql`select 1 from withdrawals where destination = ${to.toLowerCase()}`).toHaveLength(0)
  await agent.owner.signIn()
  expect((await withdraw('1', to)).state).toBe('INTENT')
})

test('an amount above the balance, of nothing, or of no exact form is refused and nothing is written', async () => {
  const to = await destination()
  const before = await rowsOf(service.sql)
  for (const amount of ['100.000001', '1000000000'])
    expect(await refusal(withdraw(amount, to))).toMatchObject({ status: 409, code: 'earnings_insufficient' })
  for (const amount of ['0', '0.000000', '-1', '1e3', '0.0000001', ' 1', '1,5', 'NaN']) {
    const { status, code } = await refusal(withdraw(amount, to))
    expect([amount, status, code]).toEqual([amount, expect.any(Number), expect.stringMatching(/invalid|insufficient/)])
  }
  expect(await rowsOf(service.sql)).toEqual(before)
})

test('a destination that would lose the money is refused with a pointer and is not booked', async () => {
  const { escrow, registry, token } = service.chain.addresses
  const checksummed = newAddress()
  const swapped = checksummed.replace(/[a-f]|[A-F]/g, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
  const before = await rowsOf(service.sql)
  for (const to of [swapped, `0x${'0'.repeat(40)}`, escrow, registry, token, agent.wallet])
    expect({ to, ...(await refusal(withdraw('1', to))) }).toMatchObject({
      to,
      status: 422,
      code: 'destination_invalid',
      errors: [{ pointer: '/destination' }],
    })
  expect(await rowsOf(service.sql)).toEqual(before)
})

test('a new destination waits for its time, and repeating the request does not restart the wait', async () => {
  const to = newAddress()
  const refused = await refusal(withdraw('1', to))
  expect(refused).toMatchObject({ status: 409, code: 'destination_waiting' })
  const waits = refused.next_actions.map(({ until: time }) => time)
  expect(Date.parse(waits[0] ?? '')).toBeGreaterThan(Date.now() + 3_500_000)
  expect((await refusal(withdraw('1', to))).next_actions.map(({ until: time }) => time)).toEqual(waits)
  expect(await service.sql`select 1 from withdrawals where destination = ${to.toLowerCase()}`).toHaveLength(0)
  await write(
    service,
    (tx) => tx`update withdrawal_destinations set usable_at = now() where address = ${to.toLowerCase()}`,
  )
  expect((await withdraw('1', to)).state).toBe('INTENT')
})

test('an agent that holds a job withdraws when that has ended', async () => {
  const client = await readyClient(service)
  const job = await fundedJob(client, await openIssue(service))
  const to = await destination()
  await write(
    service,
    (tx) => tx`
      insert into assignments (onchain_job_id, client_user_id, agent_id, owner_user_id, agent_address, key, state,
        offer_expires_at, acceptance_signature)
      select ${job.onchain_job_id}, j.user_id, a.id, a.user_id, a.wallet_address, a.authorised_key, 'ACCEPTED', now(), '0x01'
      from jobs j, agents a where j.onchain_job_id = ${job.onchain_job_id} and a.id = ${agent.agentId}`,
  )
  expect(await refusal(withdraw('1', to))).toMatchObject({ status: 409, code: 'assignment_active' })
  await write(service, (tx) => tx`update assignments set state = 'RELEASED', ended_at = now()`)
  expect((await withdraw('1', to)).state).toBe('INTENT')
})

test('of fifty concurrent requests one wins, the others name it, and the chain sees one transfer (row 47)', async () => {
  const to = await destination()
  const before = await balanceOf(service, agent.wallet)
  const answers = await Promise.all(Array.from({ length: 50 }, () => idOrRefusal(withdraw('2', to))))
  const ids = answers.filter((text) => text !== 'withdrawal_pending')
  expect(ids).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
  await Promise.all(
    Array.from({ length: 5 }, () => followWithdrawal(service.context(), { withdrawalId: ids[0] ?? '' })),
  )
  expect((await followed(ids[0] ?? '')).state).toBe('CONFIRMED')
  expect(await service.sql`select 1 from withdrawals where destination = ${to.toLowerCase()}`).toHaveLength(1)
  expect(await sentTo(to)).toEqual([2_000_000n])
  expect(await balanceOf(service, agent.wallet)).toBe(before - 2_000_000n)
})

async function idOrRefusal(call: Promise<Withdrawal>): Promise<string> {
  return call.then(
    ({ id }) => id,
    async () => (await refusal(call)).code,
  )
}

test('while one is under way another is refused with the way to follow it; once it has ended the next may go', async () => {
  const to = await destination()
  const first = await withdraw('1', to)
  const refused = await refusal(withdraw('1', to))
  expect(refused).toMatchObject({ code: 'withdrawal_pending', next_actions: [{ code: 'follow_withdrawal' }] })
  expect(refused.detail).toContain('1.00 USDC is under way')
  expect((await followed(first.id)).state).toBe('CONFIRMED')
  const second = await withdraw('1', to)
  expect((await followed(second.id)).state).toBe('CONFIRMED')
  expect(await sentTo(to)).toEqual([1_000_000n, 1_000_000n])
})

test('when the provider’s answer is lost after it accepted, the same key is used again and one transfer is made (row 48)', async () => {
  const to = await destination()
  const made = await withdraw('3', to)
  await setWalletFaults(service, { dropAnswers: { path: '/v1/w3s/developer/transactions/transfer', count: 2 } })
  const count = asked().length
  await followWithdrawal(service.context(), { withdrawalId: made.id })
  expect(await read(made.id)).toMatchObject({ state: 'INTENT', reconciling: true, ended_at: null })
  // The first request may still be under way.
  await followWithdrawal(service.context(), { withdrawalId: made.id })
  expect(asked().slice(count)).toHaveLength(1)
  await ageIntents()
  await followWithdrawal(service.context(), { withdrawalId: made.id })
  expect(await followed(made.id)).toMatchObject({ state: 'CONFIRMED', reconciling: false })
  const requests = asked().slice(count)
  expect(requests.length).toBeGreaterThanOrEqual(3)
  const keys = requests.map(({ body }) => (JSON.parse(body) as { idempotencyKey: string }).idempotencyKey)
  expect(new Set(keys).size).toBe(1)
  expect(await sentTo(to)).toEqual([3_000_000n])
})

test('a request that is repeated after its first run died, or after its key was forgotten, pays once', async () => {
  const to = await destination()
  const key = newKey()
  const made = await withdraw('4', to, { key })
  expect((await followed(made.id)).state).toBe('CONFIRMED')
  await service.sql`update idempotency_keys set status = null, response_sealed = null, locked_until = now() where key = ${key}`
  expect((await withdraw('4', to, { key })).id).toBe(made.id)
  await service.sql`delete from idempotency_keys where key = ${key}`
  expect((await withdraw('4', to, { key })).id).toBe(made.id)
  await service.sql`delete from idempotency_keys where key = ${key}`
  expect((await refusal(withdraw('5', to, { key }))).code).toBe('idempotency_mismatch')
  expect(await sentTo(to)).toEqual([4_000_000n])
})

test('an intent that another caller sends by now is not failed by an earlier refusal', async () => {
  const made = await withdraw('1', await destination())
  const { db } = service.context()
  const claim = async () => {
    const seen = await findWithdrawal(db, made.id)
    return seen && inTransaction(db, (tx) => claimIntent(tx, seen))
  }
  const first = await claim()
  expect(await claim()).toBeUndefined()
  await ageIntents()
  const second = await claim()
  if (!first || !second) throw new Error('the intent was not claimed')
  const fail = (row: typeof first) => inTransaction(db, (tx) => moveWithdrawal(tx, row, 'FAILED'))
  expect(await fail(first)).toBeUndefined()
  expect(await fail(second)).toMatchObject({ state: 'FAILED' })
})

test('a block that is taken back is searched again for the transfer of a withdrawal under way', async () => {
  const made = await withdraw('1', await destination())
  await write(service, (tx) => tx`update withdrawals set search_from = 900 where id = ${made.id}`)
  const { db } = service.context()
  await inTransaction(db, (tx) => markUnplaced(tx, 700n))
  expect((await findWithdrawal(db, made.id))?.searchFrom).toBe(701n)
  await inTransaction(db, (tx) => markUnplaced(tx, 800n))
  expect((await findWithdrawal(db, made.id))?.searchFrom).toBe(701n)
})

/** Sends money as a service did whose records are lost since. */
async function sendUnrecorded(to: Address, amount: bigint): Promise<void> {
  const [row] = await service.sql`select provider_wallet_id from agents where id = ${agent.agentId}`
  const { agentWallets } = service.context()
  const keys = { refId: newKey(), idempotencyKey: newKey() }
  await agentWallets.transfer({ walletId: row?.provider_wallet_id, destination: to, amount, ...keys })
  await until(
    () => sentTo(to),
    (amounts) => amounts.includes(amount),
  )
}

async function differences(): Promise<string[]> {
  await index(service)
  return reconcileChain(service.context())
}

const added = (before: readonly string[], now: readonly string[]) => now.filter((one) => !before.includes(one))

test('money that left a wallet without a record is reported, with an event; recorded withdrawals are not', async () => {
  expect(await differences()).toEqual([])
  const [paid, pending, lost] = [await destination(), await destination(), newAddress().toLowerCase() as Address]
  expect((await followed((await withdraw('1', paid)).id)).state).toBe('CONFIRMED')
  const { id } = await withdraw('2', pending)
  await followWithdrawal(service.context(), { withdrawalId: id })
  await until(
    () => sentTo(pending),
    (amounts) => amounts.length > 0,
  )
  expect(await differences()).toEqual([])
  await followed(id)
  await sendUnrecorded(lost, 2_500_000n)
  const expected = [expect.stringMatching(new RegExp(`^2.5.* USDC left the wallet .* for ${lost} by transaction 0x`))]
  expect(await differences()).toEqual(expected)
  expect((await agent.owner.call('getReadiness', { query: { for: 'traffic' } })).chain.differences).toEqual(expected)
  expect(await differences()).toEqual(expected)
  const found = await service.sql`select evidence from events where name = 'wallet.outflow_without_record'`
  expect(found.map(({ evidence }) => evidence.destination)).toContain(lost)
  expect(found.map(({ evidence }) => evidence.destination)).not.toContain(pending.toLowerCase())
})

test('what a key pays for gas where the token is the coin is no outflow; less in an agent’s wallet is one', async () => {
  const before = await differences()
  const keys = Object.values(service.context().operators).map(({ address }) => address)
  const shrink = (wallets: readonly string[]) =>
    write(service, (tx) => tx`update wallet_marks set balance = balance + 300000 where address in ${tx(wallets)}`)
  await shrink(keys)
  await service.node.mine({ blocks: 1 })
  expect(await differences()).toEqual(before)
  await shrink([agent.wallet.toLowerCase()])
  await service.node.mine({ blocks: 1 })
  expect(added(before, await differences())).toEqual([expect.stringMatching(/^0.3.* USDC left .* by no transfer/)])
})

test('the newest outflow is reported however many older ones there are', async () => {
  await write(
    service,
    (tx) => tx`insert into wallet_outflows (wallet, amount, block_number, found_at)
      select ${newAddress().toLowerCase()}, 1, n, now() - interval '1 day' from generate_series(1, 50) n`,
  )
  const lost = newAddress().toLowerCase() as Address
  await sendUnrecorded(lost, 1_100_000n)
  expect(await differences()).toContainEqual(expect.stringContaining(lost))
  await write(service, (tx) => tx`delete from wallet_outflows where found_at < now() - interval '1 hour'`)
})

test('money that left by a transfer which the node’s index lacks is found by the balance', async () => {
  const before = await differences()
  await sendUnrecorded(newAddress(), 1_250_000n)
  const { id } = await withdraw('1', await destination())
  await followed(id)
  service.wires.chain.rewrite = ({ body }, text) =>
    body.includes('"eth_getLogs"') ? JSON.stringify({ ...JSON.parse(text), result: [] }) : text
  const newDifferences = added(before, await differences())
  expect(newDifferences).toEqual([expect.stringMatching(/^1.25.* USDC left .* by no transfer that the chain shows/)])
})

test('after a long pause a node that keeps only the newest states is enough to find what left a wallet', async () => {
  const before = await differences()
  await sendUnrecorded(newAddress(), 1_750_000n)
  await service.node.mine({ blocks: 9 })
  await index(service)
  const [cursor] = await service.sql`select applied_block as block from chain_cursor`
  const upTo = BigInt(cursor?.block)
  service.wires.chain.rewrite = ({ body }, text) => {
    const { id, method, params = [] } = JSON.parse(body) as { id: number; method: string; params: string[] }
    if (method !== 'eth_call' || !/^0x/.test(String(params[1])) || BigInt(params[1] ?? 0) === upTo) return text
    return JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_000, message: 'missing trie node' } })
  }
  const marks = () => service.sql`select distinct block_number from wallet_marks`
  for (let round = 0; round < 8; round += 1) await reconcileWallets(service.context(), upTo, 3n)
  expect(await marks()).toEqual([{ block_number: String(upTo) }])
  expect(added(before, await describeOutflows(service.context()))).toEqual([
    expect.stringMatching(/^1.75.* USDC left the wallet .* by transaction 0x/),
  ])
})

test.each([
  ['API key', { CIRCLE_API_KEY: 'TEST_API_KEY:test:revoked' }],
  ['entity secret', { CIRCLE_ENTITY_SECRET: '6'.repeat(64) }],
])('a withdrawal waits while the provider knows another %s, and is sent once with the right one', async (_, env) => {
  const to = await destination()
  const { id } = await withdraw('1', to)
  const worker = service.context(env)
  for (let round = 0; round < 3; round += 1) await followWithdrawal(worker, { withdrawalId: id })
  expect([(await read(id)).state, await sentTo(to)]).toEqual(['INTENT', []])
  expect(await followed(id)).toMatchObject({ state: 'CONFIRMED', failure: null })
  expect(await sentTo(to)).toEqual([1_000_000n])
})

test('what the provider refuses has failed with a next action, nothing is sent, and the way is free', async () => {
  const to = await destination()
  const made = await withdraw('1', to)
  await setWalletFaults(service, {
    failNext: { path: '/v1/w3s/developer/transactions/transfer', count: 1, status: 400 },
  })
  expect(await followed(made.id)).toMatchObject({
    state: 'FAILED',
    failure: { code: 'provider_refused' },
    transaction_hash: null,
    next_actions: [{ code: 'withdraw_again', who: 'agent_owner' }],
  })
  expect(await sentTo(to)).toEqual([])
  const { id } = await withdraw('1', to)
  // Another one is under way now, and the failed one offers nothing that this would refuse.
  for (const offer of (await read(made.id)).next_actions) {
    const bodies = { withdrawEarnings: { amount: { amount: '1', currency: 'USDC' }, destination: to } }
    expect(await takeOffer(service, agent.owner, offer, bodies)).toMatch(/accepted$/)
  }
  expect((await followed(id)).state).toBe('CONFIRMED')
})

test('a repetition that is refused proves nothing about a first request that was taken: one transfer, and it is followed', async () => {
  const to = await destination()
  const made = await withdraw('2', to)
  await setWalletFaults(service, { dropAnswers: { path: transfers, count: 1 } })
  await followWithdrawal(service.context(), { withdrawalId: made.id })
  await setWalletFaults(service, { failNext: { path: transfers, count: 1, status: 400 } })
  expect(await followed(made.id)).toMatchObject({ state: 'CONFIRMED', reconciling: false, failure: null })
  expect(await sentTo(to)).toEqual([2_000_000n])
})

test('a repetition that is refused ends an intent that the provider never took', async () => {
  const to = await destination()
  const made = await withdraw('2', to)
  service.wires.wallets.fate = () => 'cut'
  await followWithdrawal(service.context(), { withdrawalId: made.id })
  service.wires.wallets.mend()
  await setWalletFaults(service, { failNext: { path: transfers, count: 1, status: 400 } })
  expect(await followed(made.id)).toMatchObject({ state: 'FAILED', transaction_hash: null })
  expect(await sentTo(to)).toEqual([])
})

test('a provider that is away leaves the intent as it is until it is back', async () => {
  const to = await destination()
  const made = await withdraw('1', to)
  service.wires.wallets.fate = () => 'cut'
  await followWithdrawal(service.context(), { withdrawalId: made.id })
  expect(await read(made.id)).toMatchObject({ state: 'INTENT', ended_at: null, failure: null })
  service.wires.wallets.mend()
  expect(await followed(made.id)).toMatchObject({ state: 'CONFIRMED' })
  expect(await sentTo(to)).toEqual([1_000_000n])
})

test('a transfer counts only once its block is final', async () => {
  const to = await destination()
  const made = await withdraw('1', to)
  const context = service.context({ CHAIN_CONFIRMATIONS: '2' })
  const step = async () => {
    await followWithdrawal(context, { withdrawalId: made.id })
    return read(made.id)
  }
  await until(step, ({ transaction_hash }) => transaction_hash !== null)
  await untilSent(to)
  expect(await sentTo(to)).toEqual([1_000_000n])
  await service.node.mine({ blocks: 1 })
  expect(await step()).toMatchObject({ state: 'SUBMITTED', ended_at: null })
  // What has left already is no reason to call the earnings too low.
  const all = formatAmount((await balanceOf(service, agent.wallet)) + 1_000_000n)
  expect(await refusal(withdraw(all, to))).toMatchObject({ code: 'withdrawal_pending' })
  await service.node.mine({ blocks: 1 })
  expect(await step()).toMatchObject({ state: 'CONFIRMED' })
})

test('no word of the provider confirms: neither COMPLETE alone nor the hash of another transfer', async () => {
  const to = await destination()
  const made = await withdraw('5', to)
  const other = await mintTo(to)
  const lie = (hash: Hex | undefined) => {
    service.wires.wallets.rewrite = ({ path }, answer) => {
      if (!path.startsWith('/v1/w3s/transactions/')) return answer
      const response = JSON.parse(answer) as { data: { transaction: Record<string, unknown> } }
      Object.assign(response.data.transaction, { state: 'COMPLETE', txHash: hash })
      return JSON.stringify(response)
    }
  }
  lie(undefined)
  for (let look = 0; look < 3; look += 1) await followWithdrawal(service.context(), { withdrawalId: made.id })
  expect(await read(made.id)).toMatchObject({ state: 'SUBMITTED', ended_at: null })
  await untilSent(to)
  lie(other)
  const done = await followed(made.id)
  expect(done).toMatchObject({ state: 'CONFIRMED', failure: null })
  expect(done.transaction_hash).not.toBe(other)
  expect(await sentTo(to)).toEqual([5_000_000n])
})

/** The provider answers about its transactions as if it had never heard of them. */
function forgetTransactions(): void {
  const isRead = ({ path }: { path: string }) => path.startsWith('/v1/w3s/transactions/')
  service.wires.wallets.status = (request) => (isRead(request) ? 404 : undefined)
  service.wires.wallets.rewrite = (request, answer) =>
    isRead(request) ? '{"code":156003,"message":"The transaction cannot be found."}' : answer
}

/** A withdrawal whose transfer is on chain, while the service knows it only as submitted. */
async function sentWithdrawal(): Promise<{ to: Address; made: Withdrawal }> {
  const to = await destination()
  const made = await withdraw('2', to)
  await followWithdrawal(service.context(), { withdrawalId: made.id })
  await untilSent(to)
  return { to, made }
}

const backdate = (id: string, minutes: number) =>
  write(
    service,
    (tx) => tx`update withdrawals set created_at = now() - make_interval(mins => ${minutes}) where id = ${id}`,
  )
const resolveBy = (id: string, transactionHash: Hex | null) =>
  resolveWithdrawal(service.context(), { id, transactionHash, because: 'ticket 4711 at the provider' })

test('a transfer that the provider forgets is in doubt until an operator shows that nothing was sent', async () => {
  const to = await destination()
  await walletFaults(service.wallets.url).set({ nextTransactions: [{ pauseAt: 'INITIATED' }] })
  const made = await withdraw('2', to)
  await followWithdrawal(service.context(), { withdrawalId: made.id })
  forgetTransactions()
  await followWithdrawal(service.context(), { withdrawalId: made.id })
  expect(await read(made.id)).toMatchObject({ state: 'SUBMITTED' })
  await backdate(made.id, 11)
  await followWithdrawal(service.context(), { withdrawalId: made.id })
  expect(await read(made.id)).toMatchObject({
    state: 'IN_DOUBT',
    ended_at: null,
    failure: { code: 'provider_silent' },
    next_actions: [{ code: 'wait', who: 'service' }],
  })
  expect(await refusal(withdraw('1', to))).toMatchObject({ code: 'withdrawal_pending' })
  expect(await withdrawalTable(service.context())).toContain(made.id)

  const other = await mintTo(to)
  await expect(resolveBy(made.id, other)).rejects.toThrow('no such transfer')
  expect(await resolveBy(made.id, null)).toBe('FAILED')
  await expect(resolveBy(made.id, null)).rejects.toThrow('not in doubt')
  const [event] =
    await service.sql`select evidence from events where subject_id = ${made.id} and name = 'withdrawal.failed'`
  expect(event).toMatchObject({ evidence: { because: 'ticket 4711 at the provider' } })
  expect(await withdrawalTable(service.context())).toBe('No withdrawal is in doubt.')
})

test('a transfer that a reorganisation removed while the provider calls it complete is in doubt after ten minutes', async () => {
  const { to, made } = await sentWithdrawal()
  const [row] = await service.sql`select provider_transaction_id as id from withdrawals where id = ${made.id}`
  await until(
    () => service.context().agentWallets.transaction(row?.id),
    (transaction) => transaction?.state === 'COMPLETE',
  )
  await service.node.request({ method: 'anvil_reorg' as never, params: [1, []] as never })
  expect(await sentTo(to)).toEqual([])
  await followWithdrawal(service.context(), { withdrawalId: made.id })
  expect(await read(made.id)).toMatchObject({ state: 'SUBMITTED' })
  await backdate(made.id, 11)
  await followWithdrawal(service.context(), { withdrawalId: made.id })
  expect(await read(made.id)).toMatchObject({ state: 'IN_DOUBT', failure: { code: 'transaction_vanished' } })
  expect(await withdrawalTable(service.context())).toContain(made.id)
  expect(await resolveBy(made.id, null)).toBe('FAILED')
})

test('a provider that says nothing of a transfer for an hour leaves it in doubt, and the chain decides', async () => {
  const to = await destination()
  await walletFaults(service.wallets.url).set({ nextTransactions: [{ pauseAt: 'INITIATED' }] })
  const made = await withdraw('2', to)
  await followWithdrawal(service.context(), { withdrawalId: made.id })
  service.wires.wallets.status = ({ path }) => (path.startsWith('/v1/w3s/transactions/') ? 403 : undefined)
  await expect(followWithdrawal(service.context(), { withdrawalId: made.id })).rejects.toThrow('refused')
  await backdate(made.id, 61)
  await followWithdrawal(service.context(), { withdrawalId: made.id })
  expect(await read(made.id)).toMatchObject({ state: 'IN_DOUBT', ended_at: null })
  await walletFaults(service.wallets.url).set({})
  await walletFaults(service.wallets.url).resume()
  expect(await followed(made.id)).toMatchObject({ state: 'CONFIRMED' })
  expect(await sentTo(to)).toEqual([2_000_000n])
})

test('a withdrawal in doubt whose transfer is on chain is confirmed by the token’s own log', async () => {
  const { made } = await sentWithdrawal()
  forgetTransactions()
  await backdate(made.id, 11)
  await followWithdrawal(service.context(), { withdrawalId: made.id })
  expect(await read(made.id)).toMatchObject({ state: 'CONFIRMED', transaction_hash: expect.stringMatching(/^0x/) })
  await expect(resolveBy(made.id, null)).rejects.toThrow('not in doubt')
})

test('an operator cannot call a withdrawal failed that was sent, nor confirm it by another transaction', async () => {
  const { to, made } = await sentWithdrawal()
  await write(service, (tx) => tx`update withdrawals set state = 'IN_DOUBT' where id = ${made.id}`)
  await expect(resolveBy(made.id, await mintTo(to))).rejects.toThrow('no such transfer')
  await expect(resolveBy(made.id, null)).rejects.toThrow('was sent')
  expect(await followed(made.id)).toMatchObject({ state: 'CONFIRMED' })
})

test('the provider calls a transfer failed that the chain carried out: it is confirmed', async () => {
  const { made } = await sentWithdrawal()
  callFailed()
  expect(await followed(made.id)).toMatchObject({ state: 'CONFIRMED', failure: null })
})

/** The provider calls every transfer failed and names no transaction. */
function callFailed(): void {
  service.wires.wallets.rewrite = ({ path }, answer) => {
    if (!path.startsWith('/v1/w3s/transactions/')) return answer
    const response = JSON.parse(answer) as { data: { transaction: Record<string, unknown> } }
    Object.assign(response.data.transaction, { state: 'FAILED', txHash: undefined })
    return JSON.stringify(response)
  }
}

/** The node answers these methods so, whatever is true. */
function answerFalsely(answers: Record<string, unknown>): void {
  service.wires.chain.rewrite = ({ body }, answer) => {
    const { id, method } = JSON.parse(body) as { id: number; method: string }
    return method in answers ? JSON.stringify({ jsonrpc: '2.0', id, result: answers[method] }) : answer
  }
}

test('a node that drops the log of a transfer fails no withdrawal: the receipts of the block show it', async () => {
  const { made } = await sentWithdrawal()
  callFailed()
  answerFalsely({ eth_getLogs: [] })
  expect(await followed(made.id)).toMatchObject({ state: 'CONFIRMED', failure: null })
})

test('a withdrawal stays open and says so while the node does not prove which transfers a block holds', async () => {
  const { made } = await sentWithdrawal()
  callFailed()
  answerFalsely({ eth_getLogs: [], eth_getBlockReceipts: [], eth_getTransactionReceipt: null })
  for (let look = 0; look < 3; look += 1) await followWithdrawal(service.context(), { withdrawalId: made.id })
  const unproven = { code: 'transfers_unproven', detail: expect.stringMatching(/block \d+/) }
  expect(await read(made.id)).toMatchObject({
    state: 'SUBMITTED',
    ended_at: null,
    reconciling: true,
    failure: unproven,
  })
  await backdate(made.id, 61)
  await followWithdrawal(service.context(), { withdrawalId: made.id })
  expect(await read(made.id)).toMatchObject({ state: 'IN_DOUBT', ended_at: null })
  await expect(resolveBy(made.id, null)).rejects.toThrow('does not prove')
  service.wires.chain.mend()
  expect(await followed(made.id)).toMatchObject({ state: 'CONFIRMED', failure: null })
})

test('a transfer that is mined but not final yet keeps a withdrawal open that the provider calls failed', async () => {
  const { made } = await sentWithdrawal()
  callFailed()
  await followWithdrawal(service.context({ CHAIN_CONFIRMATIONS: '5' }), { withdrawalId: made.id })
  expect(await read(made.id)).toMatchObject({ state: 'SUBMITTED', ended_at: null })
  expect(await followed(made.id)).toMatchObject({ state: 'CONFIRMED', failure: null })
})

test('a failed withdrawal is confirmed by its own transaction when that was mined after all, and by no other', async () => {
  /** One whose transfer is on chain, called failed with this hash. */
  const failedWith = async (hashOf: (to: Address) => Promise<Hex | null>) => {
    const { to, made } = await sentWithdrawal()
    const hash = await hashOf(to)
    await write(
      service,
      (tx) => tx`update withdrawals set state = 'FAILED', ended_at = now(), looked_at = now() - interval '1 hour',
        created_at = now() - interval '8 days', transaction_hash = ${hash} where id = ${made.id}`,
    )
    return made.id
  }
  const own = await failedWith(async (to) => {
    const query = { address: service.chain.addresses.token, event: transfer, args: { from: agent.wallet, to } }
    return (await service.node.getLogs({ ...query, fromBlock: 0n }))[0]?.transactionHash ?? null
  })
  const unnamed = await failedWith(async () => null)
  const foreign = await failedWith(mintTo)
  const before = await agent.owner.call('getAgentWallet', { params: params() })
  await adoptLateTransfers(service.context())
  expect(await read(own)).toMatchObject({ state: 'CONFIRMED', failure: null })
  for (const id of [unnamed, foreign]) expect((await read(id)).state).toBe('FAILED')
  const after = await agent.owner.call('getAgentWallet', { params: params() })
  expect([before.withdrawn.amount, after.withdrawn.amount].map(Number)).toEqual([
    expect.any(Number),
    Number(before.withdrawn.amount) + 2,
  ])
  await expect(
    write(service, (tx) => tx`update withdrawals set state = 'SUBMITTED' where id = ${foreign}`),
  ).rejects.toMatchObject({ code: 'JW003' })
})

test('a balance that was read before another withdrawal ended is not counted on', async () => {
  const to = await destination()
  const before = await balanceOf(service, agent.wallet)
  const amount = `${before / 1_000_000n}.${String(before % 1_000_000n).padStart(6, '0')}`
  // The balance is answered late, after another withdrawal took all of it.
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  const isBalance = ({ body }: { body: string }) => body.includes('0x70a08231')
  service.wires.chain.fate = (request) => {
    if (!isBalance(request)) return 'pass'
    asked.resolve()
    return answer.promise.then(() => 'pass')
  }
  const late = refusal(withdraw(amount, to))
  await asked.promise
  service.wires.chain.mend()
  const done = await followed((await withdraw(amount, to)).id)
  expect(done.state).toBe('CONFIRMED')
  answer.resolve()
  expect(await late).toMatchObject({ status: 409, code: 'state_conflict' })
  await mint(service, agent.wallet, 100_000_000n)
})

test('people without the capability, and clients, cannot withdraw', async () => {
  const clara = await signInClient(service)
  expect(await refusal(withdraw('1', newAddress(), { by: clara }))).toMatchObject({ code: 'capability_required' })
})
