import type { Hex } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startAnvil } from '#sandbox/chain/anvil-process.ts'
import { freePort } from '#sandbox/chain/free-port.ts'
import { mnemonic } from '#sandbox/chain/operator-keys.ts'
import { write } from '#test/agents.ts'
import { createJobCall, termsOf } from '#test/escrow.ts'
import {
  allowanceOf,
  askToFund,
  balances,
  budget,
  type Client,
  type Draft,
  index,
  look,
  newKey,
  openIssue,
  readyClient,
  readyDraft,
  type Transaction,
  tidy,
} from '#test/journey.ts'
import { refusal } from '#test/refusal.ts'
import { rowsOf } from '#test/rows.ts'
import { type Service, startService } from '#test/service.ts'
import { killHard, spawnWorker } from '#test/spawn-worker.ts'
import { until } from '#test/until.ts'
import { callFromWallet } from '#test/wallet-app.ts'
import { isFailure } from '../../domain/failure.ts'
import { reconcileTransaction } from '../transactions/reconcile-transaction.ts'
import { followChain } from './follow-chain.ts'
import { resumeChain } from './resume-chain.ts'

let service: Service
let clara: Client
// Blocks come only when a test asks for them, and a block counts as final when two more lie on top.
beforeAll(async () => {
  service = await startService({ blockTimeSeconds: 3_600, env: { CHAIN_CONFIRMATIONS: '2' } })
  clara = await readyClient(service)
})
afterAll(() => service.stop())
afterEach(() => tidy(service))

const mine = (blocks: number) => service.node.mine({ blocks })
const reorganise = (depth: number) =>
  service.node.request({ method: 'anvil_reorg' as never, params: [depth, []] as never })
const readDraft = (id: string) => clara.person.call('getDraft', { params: { id } })
const cursor = async () => (await service.sql`select * from chain_cursor`)[0]

type Challenge = Parameters<typeof clara.person.approve>[1] extends infer S
  ? { challenge_id: string; transaction_id: string; wallet_session: S }
  : never

/** Approves a challenge and looks until its transaction is in that state. */
async function approveUntil(challenge: Challenge, state: Transaction['state'], mined = 0): Promise<Transaction> {
  await clara.person.approve(challenge.challenge_id, challenge.wallet_session)
  return until(
    async () => {
      if (mined > 0) await mine(mined)
      return look(clara.person, challenge.transaction_id)
    },
    (value) => value.state === state,
  )
}

async function openFunding(): Promise<{ draft: Draft; challenge: Challenge }> {
  const { person } = clara
  const { id } = await readyDraft(clara, await openIssue(service))
  const params = { id }
  const approval = await person.call('createApprovalChallenge', { params, idempotencyKey: newKey() })
  if (approval.status === 'challenge') await approveUntil(approval, 'CONFIRMED', 1)
  const challenge = await askToFund(person, id)
  return { draft: challenge.draft, challenge }
}

test('an approval counts only once its block is final', async () => {
  const { person } = clara
  const { id } = await readyDraft(clara, await openIssue(service))
  const approval = await person.call('createApprovalChallenge', { params: { id }, idempotencyKey: newKey() })
  if (approval.status !== 'challenge') throw new Error('an approval was needed')
  const mined = await approveUntil(approval, 'CONFIRMING')
  expect(await allowanceOf(service, clara.wallet)).toBe(budget)
  await mine(1)
  expect(await look(person, mined.id)).toMatchObject({ state: 'CONFIRMING', ended_at: null })
  await mine(1)
  expect(await look(person, mined.id)).toMatchObject({ state: 'CONFIRMED' })
})

test('a funding that is reorganised away falls back to BROADCAST and funds nothing until it is mined again (row 40)', async () => {
  const { draft, challenge } = await openFunding()
  const before = await balances(service, clara.wallet)
  const mined = await approveUntil(challenge, 'CONFIRMING')
  expect(mined.correlation.block_hash).not.toBeNull()
  await index(service)
  expect(await readDraft(draft.id)).toMatchObject({ state: 'FUNDING', onchain_job_id: null })

  const hash = mined.correlation.transaction_hash as Hex
  const raw = await service.node.request({ method: 'eth_getRawTransactionByHash' as never, params: [hash] as never })
  await reorganise(1)
  expect(await look(clara.person, mined.id)).toMatchObject({
    state: 'BROADCAST',
    ended_at: null,
    correlation: { block_number: null, block_hash: null, log_index: null },
  })
  await mine(5)
  await index(service)
  expect(await readDraft(draft.id)).toMatchObject({ state: 'FUNDING', onchain_job_id: null })
  expect(await balances(service, clara.wallet)).toEqual(before)
  expect(await service.sql`select 1 from jobs`).toHaveLength(0)

  await service.node.sendRawTransaction({ serializedTransaction: raw as Hex })
  expect(await look(clara.person, mined.id)).toMatchObject({ state: 'CONFIRMING' })
  await mine(2)
  expect(await look(clara.person, mined.id)).toMatchObject({
    state: 'CONFIRMED',
    correlation: { transaction_hash: hash },
  })
  expect(await readDraft(draft.id)).toMatchObject({ state: 'FUNDED' })
  const after = await balances(service, clara.wallet)
  expect([before.wallet - after.wallet, after.escrow - before.escrow]).toEqual([budget, budget])
})

test('the indexer rewinds to the common ancestor and forgets what lay above it (row 40)', async () => {
  const { draft } = await openFunding()
  await mine(3)
  await index(service)
  const ancestor = await service.node.getBlockNumber()
  await callFromWallet(
    service,
    clara.person,
    createJobCall(service.chain.addresses.escrow, await termsOf(service, draft)),
  )
  await index(service)
  const waiting = () => service.sql`select 1 from chain_logs where block_number > ${String(ancestor)}`
  expect(await waiting()).not.toHaveLength(0)

  await reorganise(1)
  await mine(1)
  const progress = await followChain(service.context(), BigInt(service.chain.deploymentBlock))
  expect(progress.rewoundTo).toBe(ancestor)
  expect(await waiting()).toHaveLength(0)
  const stored = await service.sql`select number, hash from chain_blocks order by number desc limit 5`
  for (const { number, hash } of stored)
    expect((await service.node.getBlock({ blockNumber: BigInt(number) })).hash).toBe(hash)
  await mine(3)
  await index(service)
  expect(await readDraft(draft.id)).toMatchObject({ state: 'FUNDING' })
})

test.each([
  ['a few blocks', 10],
  ['more blocks than there are headers on record', 100],
])('a chain that lost %s is followed again while its head is still lower than what was read', async (_, lost) => {
  const { draft } = await openFunding()
  await mine(3)
  await index(service)
  const ancestor = await service.node.getBlockNumber()
  await service.node.mine({ blocks: lost, interval: 0 })
  await index(service)
  const newest = await service.node.getBlock()
  expect(await cursor()).toMatchObject({ indexed_block: String(newest.number) })

  await service.node.request({ method: 'anvil_rollback' as never, params: [lost] as never })
  await service.node.setNextBlockTimestamp({ timestamp: newest.timestamp + 1n })
  await callFromWallet(
    service,
    clara.person,
    createJobCall(service.chain.addresses.escrow, await termsOf(service, draft)),
  )
  await mine(3)
  expect(await service.node.getBlockNumber()).toBeLessThan(newest.number)
  await index(service)
  expect(await cursor()).toMatchObject({ halted_reason: null })
  const created = await service.sql`
    select 1 from chain_logs where event_name = 'JobCreated' and applied_at is not null
    and block_number > ${String(ancestor)}`
  expect(created).toHaveLength(1)
})

test('a reorganisation between the look at the branch and the reading of its logs is not papered over', async () => {
  const { draft } = await openFunding()
  await mine(3)
  await index(service)
  await callFromWallet(
    service,
    clara.person,
    createJobCall(service.chain.addresses.escrow, await termsOf(service, draft)),
  )
  await index(service)
  const stale = await service.sql`select transaction_hash from chain_logs where applied_at is null`
  expect(stale).toHaveLength(1)
  await mine(1)
  service.wires.chain.fate = async (request): Promise<'pass'> => {
    if (!request.body.includes('"latest"')) return 'pass'
    service.wires.chain.mend()
    await reorganise(2)
    await mine(4)
    return 'pass'
  }
  await index(service).catch((error: unknown) => expect(isFailure(error)).toBe(true))
  await index(service)
  await index(service)
  expect(await service.sql`select 1 from chain_logs where applied_at is null`).toHaveLength(0)
  expect(
    await service.sql`select 1 from chain_logs where transaction_hash = ${stale[0]?.transaction_hash}`,
  ).toHaveLength(0)
  expect(await readDraft(draft.id)).toMatchObject({ state: 'FUNDING' })
  expect((await cursor())?.halted_reason).toBeNull()
})

/** Every row, but of the transactions only what was decided: that a look failed is noted there. */
async function decided() {
  const { transactions: _, ...others } = await rowsOf(service.sql)
  const states = await service.sql`select id, state, transaction_hash, block_hash, log_index, failure_code, ended_at
    from transactions order by id`
  return { ...others, states: [...states] }
}

test.each([
  ['another chain id', 31_338, 'serves chain 31338'],
  ['another genesis under the same chain id', 31_337, 'another genesis'],
])('an RPC of %s is refused by indexer and reconciliation, and changes nothing (row 35)', async (_, chainId, says) => {
  const { challenge } = await openFunding()
  const mined = await approveUntil(challenge, 'CONFIRMING')
  const stateFile = `${service.folder}/other-${chainId}.json`
  const other = await startAnvil({ port: await freePort(), chainId, mnemonic, stateFile, genesisTime: 1_767_225_600 })
  try {
    const before = await decided()
    const context = service.context({ CHAIN_RPC_URL: other.rpcUrl })
    const refused = { code: 'chain_unavailable', message: expect.stringContaining(says) }
    await expect(followChain(context, 0n)).rejects.toMatchObject(refused)
    await expect(reconcileTransaction(context, mined.id)).rejects.toMatchObject(refused)
    expect(await decided()).toEqual(before)
  } finally {
    await other.stop()
  }
  await reorganise(1)
})

test('an RPC that does not answer changes nothing, and readiness says so', async () => {
  const { challenge } = await openFunding()
  const mined = await approveUntil(challenge, 'CONFIRMING')
  service.wires.chain.fate = () => 'cut'
  const before = await decided()
  await expect(reconcileTransaction(service.context(), mined.id)).rejects.toMatchObject({ code: 'chain_unavailable' })
  await expect(index(service)).rejects.toMatchObject({ code: 'chain_unavailable' })
  expect(await decided()).toEqual(before)
  const ready = await clara.person.send(`${service.origin}/api/ready/?for=traffic`)
  expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '5'])
  service.wires.chain.mend()
  expect((await clara.person.send(`${service.origin}/api/ready/?for=traffic`)).status).toBe(200)
  await reorganise(1)
})

test('the longest that a block waited to be final is known for a day, and the windows of drafts cover it', async () => {
  const { person, access } = clara
  await service.node.mine({ blocks: 4, interval: 600 })
  await index(service)
  const readLag = async () => {
    const response = await service.router(new Request(`${service.origin}/api/ready/?for=traffic`))
    return ((await response.json()) as { chain: { finality_lag_seconds: number } }).chain.finality_lag_seconds
  }
  expect(await readLag()).toBe(600)
  const number = await openIssue(service)
  const draft = await person.call('createDraft', { body: { repository_access_id: access.id, number } })
  expect(draft).toMatchObject({ work_seconds: 90_000, verification_seconds: 25_200 })
  const params = { id: draft.id }
  const review = () => person.call('reviewDraft', { params, body: { probe_mode: 'skip' } })
  const change = async (work_seconds: number) => {
    const { version } = await readDraft(draft.id)
    await person.call('updateDraft', {
      params,
      body: { version, work_seconds, reward: { amount: '3', currency: 'USDC' } },
    })
  }
  await change(604)
  const found = (await review()).findings.filter(({ severity }) => severity === 'blocking')
  expect(found).toMatchObject([{ code: 'window_below_finality', pointer: '/work_seconds' }])
  expect(found[0]?.next_action).toContain('605 seconds')
  await change(605)
  expect(await review()).toMatchObject({ state: 'READY' })
  await write(service, (tx) => tx`update finality_lags set begun_at = now() - interval '25 hours'`)
  expect(await readLag()).toBe(0)
})

test('when an event that had effect is reorganised away, the indexer halts, says why, and takes nothing back silently', async () => {
  await index(service)
  const { draft, challenge } = await openFunding()
  await approveUntil(challenge, 'CONFIRMED', 1)
  await mine(1)
  await index(service)
  const funded = await readDraft(draft.id)
  expect(funded.state).toBe('FUNDED')
  await reorganise(12)
  await mine(1)
  for (const says of [/asks again/, /halts/])
    await expect(index(service)).rejects.toMatchObject({
      code: 'chain_unavailable',
      message: expect.stringMatching(says),
    })
  expect((await cursor())?.halted_reason).toMatch(/had effect/)
  const before = await rowsOf(service.sql)
  await expect(index(service)).rejects.toMatchObject({ message: expect.stringMatching(/is halted/) })
  expect(await rowsOf(service.sql)).toEqual(before)
  await expect(resumeChain(service.context(), { because: 'a guess' })).rejects.toThrow('had effect as')
  expect((await readDraft(draft.id)).state).toBe('FUNDED')
  expect(await refusal(clara.person.call('getReadiness'))).toMatchObject({
    status: 503,
    code: 'chain_unavailable',
    detail: expect.stringMatching(/halted: .*had effect/),
  })
  const settings = { LOG_LEVEL: 'error', CHAIN_HEAD_AGE_SECONDS: '1' }
  const worker = spawnWorker({ ...service, variables: { ...service.variables, ...settings } })
  let log = ''
  worker.stdout?.on('data', (lines) => {
    log += String(lines)
  })
  await until(
    async () => log,
    (lines) => lines.includes('the indexer is halted') && lines.includes('the newest block is old'),
  )
  await killHard(worker)
})

test('a chain that lost that event with all headers on record halts the indexer too, while its head goes on', async () => {
  await service.sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    await tx`update chain_cursor set halted_reason = null, suspected_fork = null`
    await tx`delete from chain_blocks where number < (select max(number) - 20 from chain_blocks)`
  })
  const [newest] = await service.sql`select max(timestamp)::text as timestamp from chain_blocks`
  await service.node.request({ method: 'anvil_rollback' as never, params: [30] as never })
  await service.node.setNextBlockTimestamp({ timestamp: BigInt(newest?.timestamp) + 1n })
  for (const says of [/asks again/, /halts/]) {
    await mine(1)
    await expect(index(service)).rejects.toMatchObject({ message: expect.stringMatching(says) })
  }
})
