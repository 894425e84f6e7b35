import { sql } from 'drizzle-orm'
import { concat, encodeFunctionData, type Hex, keccak256, numberToHex, pad, parseTransaction } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { write } from '#test/agents.ts'
import { hostileCode } from '#test/hostile-code.ts'
import type { Address } from '#test/journey.ts'
import { startLine } from '#test/line.ts'
import { countRegistrations, newWallet, ownerId, wantRegistration } from '#test/registrar-queue.ts'
import { type Service, startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { callTable } from '#tools/admin/calls.ts'
import { agentRegistryAbi } from '../../chain/abi/agent-registry.ts'
import { fencedBy, inTransaction, openPool } from '../../data/database.ts'
import { openLease } from '../../data/lease.ts'
import { isFailure } from '../../domain/failure.ts'
import { readServiceState } from '../service/read-service-state.ts'
import { callOnce } from './call-once.ts'
import { runOperator } from './run-operator.ts'

let service: Service
// Blocks come only with transactions or when a test asks for them, and count as final under two more.
beforeAll(async () => {
  service = await startService({ blockTimeSeconds: 3_600, env: { CHAIN_CONFIRMATIONS: '2' } })
  await service.node.mine({ blocks: 5 })
})
afterAll(() => service.stop())
afterEach(async () => {
  service.wires.chain.mend()
  await service.node.setAutomine(true)
})

async function step(): Promise<boolean> {
  const hasMore = await runOperator(service.context(), 'registrar')
  await untilMined()
  return hasMore
}

/** A busy node answers before it has mined what it was sent; some tests keep it from mining at all. */
async function untilMined(): Promise<void> {
  const isMining = await service.node.request({ method: 'anvil_getAutomine' as never })
  const isWaiting = async () => (await service.node.getTxpoolStatus()).pending > 0
  for (const end = Date.now() + 30_000; isMining && (await isWaiting()) && Date.now() < end; )
    await new Promise((resolve) => setTimeout(resolve, 10))
}

async function callFor(subject: string) {
  const [row] = await service.sql`
    select c.*, t.nonce, t.bump, coalesce(t.signed, '[]') as signed, t.transaction_hash, t.block_number, t.block_hash
    from operator_calls c left join operator_transactions t on t.id = c.transaction_id
    where c.subject = ${subject} order by c.id desc limit 1`
  if (!row) throw new Error('there is no such call')
  return row
}
/** Lets the call look as if it had been sent so long ago. */
const age = (subject: string, seconds: number) =>
  write(service, async (tx) => {
    const then = tx`now() - make_interval(secs => ${seconds})`
    await tx`update operator_calls set tried_at = ${then} where subject = ${subject}`
    await tx`update operator_transactions set sent_at = ${then}
      where id = (select transaction_id from operator_calls where subject = ${subject} and state = 'SENT')`
  })
async function confirmed(subject: string) {
  return until(
    async () => {
      await service.node.mine({ blocks: 1 })
      await step()
      return callFor(subject)
    },
    ({ state }) => state === 'CONFIRMED' || state === 'FAILED',
  )
}

const want = (wallet: Address, subject?: string) => wantRegistration(service.context(), wallet, subject)
const registrationsOf = (wallet: Address) => countRegistrations(service, wallet)
const mined = () =>
  service.node.getTransactionCount({ address: service.context().operators.registrar.address, blockTag: 'latest' })
const rawSends = () =>
  service.wires.chain.requests
    .filter(({ body }) => body.includes('eth_sendRawTransaction'))
    .map(({ body }) => (JSON.parse(body) as { params: [Hex] }).params[0])
const unavailable = (error: unknown) => expect(isFailure(error)).toBe(true)

test('a key without work asks the database once a step, and the chain never', async () => {
  const db = openPool({ url: service.variables.DATABASE_URL ?? '', max: 1, applicationName: 'test' })
  const statements: string[] = []
  db.$client.options.debug = (_, text) => statements.push(text)
  const { requests } = service.wires.chain
  const before = requests.length
  expect(await runOperator({ ...service.context(), db }, 'dispatcher')).toBe(false)
  expect([statements.filter((text) => text.includes('operator')).length, requests.slice(before)]).toEqual([1, []])
  await db.$client.end({ timeout: 2 })
})

test.each<['cut' | 'lose', string]>([
  ['cut', 'before it was sent'],
  ['lose', 'after it was sent'],
])(
  'a call that was stored and interrupted (%s: %s) is sent again as the very same bytes, and mined once',
  async (fate) => {
    const wallet = newWallet()
    await want(wallet)
    const [nonce, count] = [await mined(), rawSends().length]
    service.wires.chain.fate = ({ body }) => (body.includes('eth_sendRawTransaction') ? fate : 'pass')
    await step().catch(unavailable)
    expect(await callFor(wallet)).toMatchObject({ state: 'SENT', nonce, signed: [expect.anything()] })
    service.wires.chain.mend()
    await age(wallet, 2)
    await step()
    expect(await confirmed(wallet)).toMatchObject({ state: 'CONFIRMED', failure: null })
    const { signed } = await callFor(wallet)
    expect(new Set(rawSends().slice(count))).toEqual(new Set([signed[0].raw]))
    expect([await registrationsOf(wallet), await mined()]).toEqual([1, nonce + 1])
  },
)

test('a call that would revert fails without being sent, tells why, and lets the next one go', async () => {
  const [wallet, next] = [newWallet(), newWallet()]
  await want(wallet)
  await confirmed(wallet)
  const [nonce, count] = [await mined(), rawSends().length]
  await want(wallet, `${wallet} again`)
  await want(next)
  await step()
  expect(await callFor(`${wallet} again`)).toMatchObject({
    state: 'FAILED',
    nonce: null,
    transaction_id: null,
    failure: expect.stringContaining('OwnerAlreadyRegistered'),
  })
  const sent = await confirmed(next)
  expect(sent).toMatchObject({ state: 'CONFIRMED', nonce })
  expect(new Set(rawSends().slice(count))).toEqual(new Set(sent.signed.map(({ raw }: { raw: Hex }) => raw)))
  expect(await mined()).toBe(nonce + 1)
})

test('a call that stays unmined is replaced under the same nonce at a higher price, and has one effect', async () => {
  const wallet = newWallet()
  await service.node.setAutomine(false)
  await want(wallet)
  await step()
  const nonce = await mined()
  expect(await callFor(wallet)).toMatchObject({ state: 'SENT', nonce, bump: 0 })
  await age(wallet, 10)
  await step()
  expect((await callFor(wallet)).signed).toHaveLength(1)
  for (const bump of [1, 2]) {
    await age(wallet, 21)
    await step()
    expect(await callFor(wallet)).toMatchObject({ state: 'SENT', nonce, bump })
  }
  const { signed } = await callFor(wallet)
  const prices = signed.map(({ raw }: { raw: Hex }) => parseTransaction(raw))
  expect(prices.map((one: { nonce?: number }) => one.nonce)).toEqual([nonce, nonce, nonce])
  for (const place of [1, 2])
    expect(prices[place].maxPriorityFeePerGas).toBeGreaterThan(prices[place - 1].maxPriorityFeePerGas)
  const done = await confirmed(wallet)
  expect([done.state, done.transaction_hash]).toEqual(['CONFIRMED', signed[2].transactionHash])
  expect([await registrationsOf(wallet), await mined()]).toEqual([1, nonce + 1])
})

const reorganise = (depth: number) =>
  service.node.request({ method: 'anvil_reorg' as never, params: [depth, []] as never })

test('a call whose block is reorganised away is put back in line and made again (row 40)', async () => {
  const wallet = newWallet()
  await want(wallet)
  await step()
  await step()
  expect((await callFor(wallet)).state).toBe('MINED')
  await reorganise(1)
  expect(await registrationsOf(wallet)).toBe(0)
  expect(await confirmed(wallet)).toMatchObject({ state: 'CONFIRMED', failure: null })
  expect(await registrationsOf(wallet)).toBe(1)
})

test('a node that does not have the block of a call yet puts nothing back in line', async () => {
  const wallet = newWallet()
  await want(wallet)
  await step()
  await step()
  const { state, block_number } = await callFor(wallet)
  expect(state).toBe('MINED')
  service.wires.chain.rewrite = ({ body }, answer) => {
    const { id, method, params } = JSON.parse(body) as { id: number; method: string; params?: unknown[] }
    const isMissing = method === 'eth_getTransactionReceipt' || params?.[0] === numberToHex(BigInt(block_number))
    return isMissing ? JSON.stringify({ jsonrpc: '2.0', id, result: null }) : answer
  }
  await step()
  expect((await callFor(wallet)).state).toBe('MINED')
  service.wires.chain.mend()
  expect(await confirmed(wallet)).toMatchObject({ state: 'CONFIRMED', failure: null })
})

test('a nonce that a block used up while the node lacks its receipts begins no call again before that block is final', async () => {
  const wallet = newWallet()
  await want(wallet)
  await step()
  service.wires.chain.rewrite = ({ body }, text) =>
    body.includes('"eth_getTransactionReceipt"') ? JSON.stringify({ ...JSON.parse(text), result: null }) : text
  await age(wallet, 30)
  await step()
  expect(await callFor(wallet)).toMatchObject({ state: 'SENT' })
  service.wires.chain.mend()
  expect(await confirmed(wallet)).toMatchObject({ state: 'CONFIRMED' })
})

test('a call that a reorganisation moves to another block has not failed (row 40)', async () => {
  const wallet = newWallet()
  await want(wallet)
  await step()
  await step()
  const { state, signed, block_hash } = await callFor(wallet)
  expect(state).toBe('MINED')
  await reorganise(1)
  await service.node.sendRawTransaction({ serializedTransaction: signed[0].raw })
  const done = await confirmed(wallet)
  expect(done).toMatchObject({ state: 'CONFIRMED', failure: null, transaction_hash: signed[0].transactionHash })
  expect(done.block_hash).not.toBe(block_hash)
  expect(await registrationsOf(wallet)).toBe(1)
})

const address = () => service.context().operators.registrar.address
const setBalance = (wei: bigint) =>
  service.node.request({ method: 'anvil_setBalance' as never, params: [address(), numberToHex(wei)] as never })
const transactionsOf = (subjects: readonly string[]) =>
  service.sql`select distinct t.nonce, t.state, t.signed from operator_transactions t
    join operator_calls c on c.transaction_id = t.id where c.subject in ${service.sql(subjects)} order by t.nonce`
const statesOf = async (subjects: readonly string[]) =>
  Promise.all(subjects.map(async (one) => (await callFor(one)).state))

test('twenty-five calls that are due at once are mined in one transaction, and each has its effect', async () => {
  const wallets = Array.from({ length: 25 }, newWallet)
  const [nonce, block] = [await mined(), await service.node.getBlockNumber()]
  for (const wallet of wallets) await want(wallet)
  await step()
  expect(await service.node.getBlockNumber()).toBe(block + 1n)
  await confirmed(wallets[0] ?? '0x')
  expect(await transactionsOf(wallets)).toMatchObject([{ nonce, state: 'CONFIRMED' }])
  expect(new Set(await statesOf(wallets))).toEqual(new Set(['CONFIRMED']))
  expect(new Set(await Promise.all(wallets.map(registrationsOf)))).toEqual(new Set([1]))
})

test('a batch that is interrupted at each thing it asks of the node is sent once, with every call in it', async () => {
  const wallets = Array.from({ length: 3 }, newWallet)
  const nonce = await mined()
  for (const wallet of wallets) await want(wallet)
  const asked = ['eth_estimateGas', 'eth_getTransactionCount', 'eth_getBlockByNumber', 'eth_getBalance']
  for (const [fate, place] of [
    ...asked.map((method) => ['cut', method] as const),
    ['cut', 'eth_sendRawTransaction'],
    ['lose', 'eth_sendRawTransaction'],
    ['cut', 'eth_getTransactionReceipt'],
    ['lose', 'eth_getTransactionReceipt'],
    ['cut', 'eth_getBlockByNumber'],
  ] as const) {
    service.wires.chain.fate = ({ body }) => (body.includes(`"${place}"`) ? fate : 'pass')
    await age(wallets[0] ?? '', 2)
    await expect(step()).rejects.toMatchObject({ code: 'chain_unavailable' })
  }
  service.wires.chain.mend()
  for (const wallet of wallets) expect(await confirmed(wallet)).toMatchObject({ state: 'CONFIRMED', failure: null })
  const [transaction, ...others] = await transactionsOf(wallets)
  expect([transaction?.nonce, transaction?.signed.length, others]).toEqual([nonce, 1, []])
  expect(await Promise.all(wallets.map(registrationsOf))).toEqual([1, 1, 1])
  expect(await mined()).toBe(nonce + 1)
})

test('a key that can pay for one call and not for all of them sends the oldest alone', async () => {
  const wallets = Array.from({ length: 4 }, newWallet)
  const balance = await service.node.getBalance({ address: address() })
  const price = (await service.node.estimateFeesPerGas()).maxFeePerGas
  await setBalance(price * 100_000n * 2n)
  for (const wallet of wallets) await want(wallet)
  await step()
  await setBalance(balance)
  expect(await statesOf(wallets)).toEqual(['SENT', 'INTENT', 'INTENT', 'INTENT'])
  for (const wallet of wallets) expect(await confirmed(wallet)).toMatchObject({ state: 'CONFIRMED' })
  expect(await transactionsOf(wallets)).toHaveLength(2)
})

test('a transaction takes no more calls than the setting for its gas allows', async () => {
  const wallets = Array.from({ length: 5 }, newWallet)
  for (const wallet of wallets) await want(wallet)
  const tight = service.context({ OPERATOR_BATCH_GAS: '300000' })
  await runOperator(tight, 'registrar')
  expect(await statesOf(wallets)).toEqual(['SENT', 'SENT', 'INTENT', 'INTENT', 'INTENT'])
  const { nonce, transaction_hash } = await callFor(wallets[1] ?? '')
  const lines = (await callTable(tight)).split('\n').filter((line) => wallets.some((wallet) => line.includes(wallet)))
  expect(lines.map((line) => /SENT|INTENT/.exec(line)?.[0])).toEqual(await statesOf(wallets))
  expect(lines[1]).toMatch(new RegExp(` ${nonce} +1 .*${transaction_hash}`))
  for (const wallet of wallets) expect(await confirmed(wallet)).toMatchObject({ state: 'CONFIRMED' })
})

test('calls about the same wallet never share a transaction: what the first does, the next finds done', async () => {
  const wallet = newWallet()
  await want(wallet)
  await want(wallet, `${wallet} again`)
  await step()
  expect(await statesOf([wallet, `${wallet} again`])).toEqual(['SENT', 'INTENT'])
  expect(await confirmed(wallet)).toMatchObject({ state: 'CONFIRMED' })
  expect(await confirmed(`${wallet} again`)).toMatchObject({
    state: 'FAILED',
    transaction_id: null,
    failure: expect.stringContaining('OwnerAlreadyRegistered'),
  })
})

/** Wants any call of the registry, and lets the node take it for one that works. */
async function force(subject: string, action: string, calldata: Hex) {
  const contract = service.chain.addresses.registry.toLowerCase() as Address
  await callOnce(service.context(), {
    operator: 'registrar',
    purpose: 'OWNER_REGISTRATION',
    subject,
    call: { contract, action, calldata, calldataHash: keccak256(calldata) },
    followUp: { queue: 'register-owner', data: { transactionId: crypto.randomUUID() } },
  })
}

test('entries that burn all their gas, reenter, batch again or are refused leave the others their effect, and each outcome is reported', async () => {
  const { registry } = service.chain.addresses
  const [first, refused, last] = [newWallet(), newWallet(), newWallet()]
  await want(refused)
  await confirmed(refused)
  const batch = (...calls: Hex[]) => encodeFunctionData({ abi: agentRegistryAbi, functionName: 'batch', args: [calls] })
  const registration = service.context().chain.encodeRegisterOwner(newWallet(), ownerId).calldata
  const code = (await service.node.getCode({ address: registry })) ?? '0x'
  const [burning, reentering] = [newWallet(), newWallet()]
  const beneath = newWallet()
  const setCode = (at: Address, bytes: Hex) =>
    service.node.request({ method: 'anvil_setCode' as never, params: [at, bytes] as never })
  await setCode(beneath, code)
  await setCode(registry, hostileCode({ beneath, burning, reentering }))
  try {
    await want(first)
    await force('burns', 'burn', concat(['0x00000001', pad(burning)]))
    await force('reenters', 'reenter', concat(['0x00000002', pad(reentering), batch(registration)]))
    await force('batches', 'batch', batch(registration))
    await want(refused, 'refused')
    await want(last)
    service.wires.chain.rewrite = ({ body }, answer) =>
      body.includes('"eth_estimateGas"')
        ? JSON.stringify({ ...JSON.parse(answer), error: undefined, result: '0x1' })
        : answer
    await step()
    service.wires.chain.mend()
    const subjects = [first, 'burns', 'reenters', 'batches', 'refused', last]
    expect(await confirmed(last)).toMatchObject({ state: 'CONFIRMED', failure: null })
    const outcomes = await Promise.all(
      subjects.map(async (one) => [(await callFor(one)).state, (await callFor(one)).failure]),
    )
    expect(outcomes).toEqual([
      ['CONFIRMED', null],
      ['FAILED', 'The call used up its gas.'],
      ['CONFIRMED', null],
      ['FAILED', 'BatchInBatch()'],
      ['FAILED', expect.stringContaining('OwnerAlreadyRegistered')],
      ['CONFIRMED', null],
    ])
    expect(await transactionsOf(subjects)).toHaveLength(1)
    expect(await Promise.all([first, last].map(registrationsOf))).toEqual([1, 1])
  } finally {
    await setCode(registry, code)
  }
})

test('a batch that a reorganisation moves to another block has the outcomes of that block', async () => {
  const [moved, stays] = [newWallet(), newWallet()]
  await want(moved)
  await want(stays)
  await step()
  await step()
  expect(await statesOf([moved, stays])).toEqual(['MINED', 'MINED'])
  const { nonce, signed, block_number } = await callFor(moved)
  await reorganise(1)
  expect(await registrationsOf(moved)).toBe(0)
  expect(await confirmed(moved)).toMatchObject({ state: 'CONFIRMED', failure: null, nonce, signed })
  expect(await callFor(stays)).toMatchObject({ state: 'CONFIRMED', failure: null, nonce })
  expect(BigInt((await callFor(stays)).block_number)).toBeGreaterThanOrEqual(BigInt(block_number))
  expect(await Promise.all([moved, stays].map(registrationsOf))).toEqual([1, 1])
})

test('a nonce that another transaction of the key took sends the calls of the displaced one again', async () => {
  const wallets = [newWallet(), newWallet()]
  const { registrar } = service.context().operators
  await service.node.setAutomine(false)
  for (const wallet of wallets) await want(wallet)
  await step()
  const { nonce } = await callFor(wallets[0] ?? '')
  const other = service.context().chain.encodeRegisterOwner(newWallet(), ownerId)
  const foreign = await registrar.sign([{ ...other, gas: 100_000n }], nonce)
  if (typeof foreign === 'string') throw new Error(foreign)
  await service.node.request({ method: 'anvil_dropAllTransactions' as never, params: [] as never })
  await registrar.broadcast(foreign)
  await service.node.mine({ blocks: 4 })
  await service.node.setAutomine(true)
  await age(wallets[0] ?? '', 21)
  await step()
  expect(await statesOf(wallets)).toEqual(['INTENT', 'INTENT'])
  for (const wallet of wallets) expect(await confirmed(wallet)).toMatchObject({ state: 'CONFIRMED', nonce: nonce + 1 })
  expect(await Promise.all(wallets.map(registrationsOf))).toEqual([1, 1])
})

const waiting = async () => (await readServiceState(service.context())).waitingKeys
/** Has the key try again and again, as it does when twenty seconds have passed each time. */
async function tryTimes(subject: string, times: number): Promise<void> {
  for (let attempt = 0; attempt < times; attempt += 1) {
    await age(subject, 21)
    await step().catch(unavailable)
  }
}

test('a key that runs dry says so, and continues when it is refilled', async () => {
  const [first, second] = [newWallet(), newWallet()]
  const balance = await service.node.getBalance({ address: address() })
  await setBalance(0n)
  await want(first)
  await want(second)
  await step().catch(unavailable)
  expect(await waiting()).toEqual([{ key: 'registrar', waitsFor: 'balance', since: expect.any(Date), calls: 2 }])
  await tryTimes(first, 14)
  await setBalance(balance)
  expect(await confirmed(first)).toMatchObject({ state: 'CONFIRMED', failure: null })
  expect(await confirmed(second)).toMatchObject({ state: 'CONFIRMED', failure: null })
  expect(await waiting()).toEqual([])
})

test('a key that runs dry while its call is in flight goes on with it when it is refilled', async () => {
  const wallet = newWallet()
  const balance = await service.node.getBalance({ address: address() })
  await service.node.setAutomine(false)
  await want(wallet)
  await step()
  await service.node.request({ method: 'anvil_dropAllTransactions' as never, params: [] as never })
  await setBalance(0n)
  await tryTimes(wallet, 14)
  expect(await waiting()).toMatchObject([{ key: 'registrar', waitsFor: 'balance', calls: 1 }])
  await setBalance(balance)
  await tryTimes(wallet, 1)
  expect(await confirmed(wallet)).toMatchObject({ state: 'CONFIRMED', failure: null })
  expect(await registrationsOf(wallet)).toBe(1)
  expect(await waiting()).toEqual([])
})

test('a call whose price cannot be raised any more is sent again when an outage has emptied the pool', async () => {
  const wallet = newWallet()
  await service.node.setAutomine(false)
  await want(wallet)
  await step()
  await tryTimes(wallet, 16)
  expect(await waiting()).toMatchObject([{ key: 'registrar', waitsFor: 'mining', calls: 1 }])
  await service.node.request({ method: 'anvil_dropAllTransactions' as never, params: [] as never })
  await tryTimes(wallet, 1)
  expect(await confirmed(wallet)).toMatchObject({ state: 'CONFIRMED', failure: null })
  expect(await registrationsOf(wallet)).toBe(1)
})

test('a mined call that is reorganised away while the next is in flight is sent again before it', async () => {
  const [first, next] = [newWallet(), newWallet()]
  await want(first)
  await step()
  await step()
  const { state, nonce } = await callFor(first)
  expect(state).toBe('MINED')
  await want(next)
  await service.node.setAutomine(false)
  await step()
  expect(await callFor(next)).toMatchObject({ state: 'SENT', nonce: nonce + 1 })
  await reorganise(1)
  await service.node.request({ method: 'anvil_dropAllTransactions' as never, params: [] as never })
  expect(await confirmed(first)).toMatchObject({ state: 'CONFIRMED', failure: null, nonce })
  expect(await confirmed(next)).toMatchObject({ state: 'CONFIRMED', failure: null })
  expect(await Promise.all([first, next].map(registrationsOf))).toEqual([1, 1])
  expect(await mined()).toBe(nonce + 2)
})

test('nothing is signed above the ceiling for fees, and the wait for a lower one  is reported', async () => {
  const wallet = newWallet()
  const sent = rawSends().length
  service.wires.chain.rewrite = ({ body }, answer) => {
    const { id, method } = JSON.parse(body) as { id: number; method: string }
    const result = numberToHex(20n * 10n ** 18n)
    return method === 'eth_maxPriorityFeePerGas' ? JSON.stringify({ jsonrpc: '2.0', id, result }) : answer
  }
  await want(wallet)
  await step()
  await step()
  expect(await callFor(wallet)).toMatchObject({ state: 'INTENT', signed: [], waits_for: 'fee_ceiling' })
  expect(rawSends().length).toBe(sent)
  expect(await waiting()).toMatchObject([{ key: 'registrar', waitsFor: 'fee_ceiling' }])
  service.wires.chain.mend()
  expect(await confirmed(wallet)).toMatchObject({ state: 'CONFIRMED', failure: null, waits_for: null })
})

test('of two that want to lead one does, and the other as soon as the first has gone', async () => {
  const url = service.variables.DATABASE_URL ?? ''
  const [first, second] = [openLease(url, 'test'), openLease(url, 'test')]
  try {
    expect(await first.holds()).toBe(true)
    expect([await second.holds(), await first.holds()]).toEqual([false, true])
    await first.close()
    await until(second.holds, (holds) => holds)
  } finally {
    await Promise.all([first.close(), second.close()])
  }
})

test('a leader that falls silent loses the lead, and cannot write when it wakes', async () => {
  const url = service.variables.DATABASE_URL ?? ''
  const { db } = service.services
  const [frozen, other] = [openLease(url, 'silent', 10), openLease(url, 'silent', 10)]
  const write = (pool: typeof db) => inTransaction(pool, (tx) => tx.execute(sql`select 1`))
  try {
    expect([await frozen.holds(), await other.holds()]).toEqual([true, false])
    await write(fencedBy(db, frozen.fence))
    await service.sql`update leases set expires_at = clock_timestamp() - interval '1 second' where name = 'silent'`
    expect(await other.holds()).toBe(true)
    await expect(write(fencedBy(db, frozen.fence))).rejects.toMatchObject({ code: 'LEAD_LOST' })
    await write(fencedBy(db, other.fence))
    // It asks again after a fifth of its lease.
    await until(frozen.holds, (holds) => !holds)
  } finally {
    await Promise.all([frozen.close(), other.close()])
  }
})

test('a leader whose connection hangs gives up the lead, and asks again over another one', async () => {
  const line = await startLine(service.variables.DATABASE_URL ?? '')
  const [hanging, other] = [
    openLease(line.url, 'hanging', 1),
    openLease(service.variables.DATABASE_URL ?? '', 'hanging', 1),
  ]
  try {
    expect(await hanging.holds()).toBe(true)
    line.freeze()
    await until(other.holds, (holds) => holds)
    await expect(hanging.holds()).rejects.toMatchObject({ code: 'CONNECT_TIMEOUT' })
    line.thaw()
    await other.close()
    await until(hanging.holds, (holds) => holds)
  } finally {
    await Promise.all([hanging.close(), other.close()])
    await line.stop()
  }
})

test('two worker programs beside each other send every call once, in transactions without a gap between the nonces', async () => {
  const nonce = await mined()
  const wallets = Array.from({ length: 8 }, newWallet)
  for (const wallet of wallets) await want(wallet)
  const stops = [await service.runWorker(), await service.runWorker()]
  await until(
    async () => {
      await service.node.mine({ blocks: 1 })
      return service.sql`select 1 from operator_calls where state <> 'CONFIRMED' and subject in ${service.sql(wallets)}`
    },
    (open) => open.length === 0,
    40,
  )
  for (const end of stops) await end()
  expect(await Promise.all(wallets.map(registrationsOf))).toEqual(wallets.map(() => 1))
  const nonces = await service.sql`select distinct t.nonce from operator_transactions t
    join operator_calls c on c.transaction_id = t.id where c.subject in ${service.sql(wallets)} order by nonce`
  expect(nonces.map((row) => row.nonce)).toEqual(nonces.map((_, index) => nonce + index))
  expect(await mined()).toBe(nonce + nonces.length)
})

test('steps of one key at the same time, as when a leader was too slow, still send every call once', async () => {
  const nonce = await mined()
  const wallets = Array.from({ length: 3 }, newWallet)
  for (const wallet of wallets) await want(wallet)
  for (let round = 0; round < 12; round += 1) {
    await Promise.allSettled([step(), step(), step(), step()])
    await service.node.mine({ blocks: 1 })
  }
  for (const wallet of wallets) expect((await confirmed(wallet)).state).toBe('CONFIRMED')
  expect(await Promise.all(wallets.map(registrationsOf))).toEqual([1, 1, 1])
  expect(await mined()).toBeLessThanOrEqual(nonce + 3)
})
