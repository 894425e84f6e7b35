import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { expectMoneyKept } from '#test/invariants.ts'
import { type Client, readyClient, type Transaction, tidy } from '#test/journey.ts'
import { rowsOf } from '#test/rows.ts'
import { type Service, startService } from '#test/service.ts'
import { finishAtProvider, fundingIn, reach, type Stage } from '#test/stages.ts'

let service: Service
let clara: Client
// Blocks come only when a test asks for them, and a block counts as final when two more lie on top.
beforeAll(async () => {
  service = await startService({ blockTimeSeconds: 3_600, env: { CHAIN_CONFIRMATIONS: '2' } })
  clara = await readyClient(service)
})
afterAll(() => service.stop())
afterEach(async () => {
  service.wires.wallets.mend()
  await finishAtProvider(service, clara)
  await expectMoneyKept(service)
  await tidy(service)
})

const stages = [
  'INTENT',
  'CHALLENGE_ISSUED',
  'SUBMITTED',
  'BROADCAST',
  'CONFIRMING',
  'CONFIRMED',
  'FAILED',
  'CANCELLED',
  'EXPIRED',
] as Stage[]
const results = ['COMPLETE', 'IN_PROGRESS', 'PENDING', 'FAILED', 'EXPIRED', 'CANCELLED'] as const

type Correlation = keyof Transaction['correlation']
const fromStart: Correlation[] = [
  ...(['idempotency_key', 'chain_id', 'expected_contract', 'expected_action', 'expected_calldata_hash'] as const),
]
const fromChallenge: Correlation[] = [...fromStart, 'provider_challenge_id', 'provider_reference_id']
const fromSubmission: Correlation[] = [...fromChallenge, 'provider_transaction_id', 'provider_state']
const fromBroadcast: Correlation[] = [...fromSubmission, 'user_operation_hash', 'transaction_hash']
const fromBlock: Correlation[] = [...fromBroadcast, 'block_number', 'block_hash', 'log_index']

/** What must be known in a state; nothing else is. */
const known: Partial<Record<Stage, Correlation[]>> = {
  INTENT: fromStart,
  CHALLENGE_ISSUED: fromChallenge,
  SUBMITTED: fromSubmission,
  BROADCAST: fromBroadcast,
  CONFIRMING: fromBlock,
  CONFIRMED: fromBlock,
  FAILED: fromSubmission,
  CANCELLED: fromSubmission,
  EXPIRED: fromChallenge,
}

test.each(stages)('the record of a funding in %s correlates everything that is known then', async (stage) => {
  const { draftId, transaction } = await fundingIn(service, clara, stage)
  const read = await clara.person.call('getTransaction', { params: { transaction_id: transaction.id } })
  expect(read).toMatchObject({ state: stage, purpose: 'FUNDING', draft_id: draftId, amount: { amount: '3.900000' } })
  const { correlation } = read
  const names = Object.keys(correlation) as Correlation[]
  expect(names.filter((name) => correlation[name] !== null).sort()).toEqual([...(known[stage] ?? [])].sort())
  expect(correlation).toMatchObject({
    chain_id: service.chain.chainId,
    expected_contract: service.chain.addresses.escrow.toLowerCase(),
    expected_action: 'createJob',
    provider_reference_id: stage === 'INTENT' ? null : transaction.id,
  })
  const [row] = await service.sql`select * from transactions where id = ${transaction.id}`
  expect(correlation.idempotency_key).toBe(row?.idempotency_key)
})

test.each(stages)(
  'a funding in %s says what it waits for, until when, and when the service checks again',
  async (stage) => {
    const { draftId, transaction } = await fundingIn(service, clara, stage)
    const asked = Date.now()
    const { awaiting, next_actions, ended_at } = await clara.person.call('getTransaction', {
      params: { transaction_id: transaction.id },
    })
    const isOver = ['CONFIRMED', 'FAILED', 'CANCELLED', 'EXPIRED'].includes(stage)
    // One that did not succeed leads back to its draft.
    const hasNext = stage !== 'CONFIRMED'
    expect([awaiting === null, ended_at !== null, next_actions.length > 0]).toEqual([isOver, isOver, hasNext])
    if (!awaiting) return
    const { snapshot } = await clara.person.call('getDraft', { params: { id: draftId } })
    expect(awaiting.until).toBe(stage === 'CONFIRMING' ? null : snapshot?.fund_by)
    const next = new Date(awaiting.next_look_at).getTime()
    expect(next).toBeGreaterThanOrEqual(asked)
    expect(next).toBeLessThanOrEqual(Date.now() + 15_000)
  },
)

test.each(stages)('whatever a browser claims of a funding in %s proves nothing (row 31)', async (stage) => {
  const { draftId, transaction } = await fundingIn(service, clara, stage)
  const tables = ['drafts', 'jobs', 'events', 'wallets', 'funding_snapshots']
  const before = await rowsOf(service.sql, tables)
  for (const result of results) {
    const body = {
      result,
      ...(transaction.correlation.provider_challenge_id && {
        challenge_id: transaction.correlation.provider_challenge_id,
      }),
    }
    const resolved = await clara.person.call('resolveTransaction', { params: { transaction_id: transaction.id }, body })
    expect(resolved).toMatchObject({ state: stage, failure: transaction.failure, ended_at: transaction.ended_at })
  }
  expect(await rowsOf(service.sql, tables)).toEqual(before)
  const { state } = await clara.person.call('getDraft', { params: { id: draftId } })
  expect(state).toBe(stage === 'CONFIRMED' ? 'FUNDED' : 'FUNDING')
})

test('a confirmed funding that was seen in CONFIRMING keeps its block and log', async () => {
  const { transaction } = await fundingIn(service, clara, 'CONFIRMING')
  const done = await reach(service, clara, transaction.id, 'CONFIRMED')
  expect(done.correlation).toEqual({ ...transaction.correlation, provider_state: done.correlation.provider_state })
})

test.each(['CONFIRMED', 'FAILED', 'CANCELLED', 'EXPIRED'] as const)('%s is final', async (stage) => {
  const { transaction } = await fundingIn(service, clara, stage)
  service.wires.wallets.rewrite = ({ path }, answer) =>
    path.includes('/transactions') ? answer.replace(/"state":"\w+"/, '"state":"SENT"') : answer
  await service.node.mine({ blocks: 3 })
  expect(
    await clara.person.call('resolveTransaction', { params: { transaction_id: transaction.id }, body: {} }),
  ).toEqual(transaction)
  const [row] = await service.sql`select state from transactions where id = ${transaction.id}`
  expect(row?.state).toBe(stage)
})
