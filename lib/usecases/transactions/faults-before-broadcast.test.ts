import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type WalletFaults, walletFaults } from '#sandbox/wallet-provider/faults/client.ts'
import { expectMoneyKept } from '#test/invariants.ts'
import {
  approvedDraft,
  askToFund,
  balances,
  type Client,
  carryOut,
  ended,
  look,
  newKey,
  openIssue,
  readyClient,
  readyDraft,
  tidy,
} from '#test/journey.ts'
import { refusal } from '#test/refusal.ts'
import { type Service, startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { accelerate } from '#test/wallet-app.ts'

let service: Service
let clara: Client
let faults: WalletFaults
beforeAll(async () => {
  service = await startService()
  clara = await readyClient(service)
  faults = walletFaults(service.wallets.url)
})
afterAll(() => service.stop())
afterEach(async () => {
  await expectMoneyKept(service)
  service.wires.wallets.mend()
  await faults.set({})
  await tidy(service)
})

const readDraft = (id: string) => clara.person.call('getDraft', { params: { id } })

async function openFunding() {
  const draft = await approvedDraft(clara, await openIssue(service))
  return { draft, challenge: await askToFund(clara.person, draft.id) }
}

/** The same funding again is another intent of the same snapshot, and it is the one that lands. */
async function fundAgain(draftId: string, first: Awaited<ReturnType<typeof askToFund>>): Promise<void> {
  const before = await balances(service, clara.wallet)
  const second = await askToFund(clara.person, draftId)
  expect(second.transaction_id).not.toBe(first.transaction_id)
  expect(second.challenge_id).not.toBe(first.challenge_id)
  expect(second.call.calldata_hash).toBe(first.call.calldata_hash)
  expect(await carryOut(clara.person, second)).toMatchObject({ state: 'CONFIRMED' })
  expect(await readDraft(draftId)).toMatchObject({ state: 'FUNDED' })
  expect((await balances(service, clara.wallet)).escrow - before.escrow).toBe(3_900_000n)
}

test.each([
  [{ end: 'FAILED', errorReason: 'ESTIMATION_ERROR', errorDetails: 'execution reverted' }, 'FAILED', 'provider_failed'],
  [{ end: 'FAILED', errorReason: 'INSUFFICIENT_NATIVE_TOKEN' }, 'FAILED', 'provider_failed'],
  [{ end: 'DENIED' }, 'FAILED', 'provider_denied'],
  [{ end: 'CANCELLED' }, 'CANCELLED', 'provider_cancelled'],
] as const)(
  'a funding that ends as %o before it was sent says why, and can be asked for again',
  async (fate, state, code) => {
    const { draft, challenge } = await openFunding()
    await faults.set({ nextTransactions: [fate] })
    const before = await balances(service, clara.wallet)
    const done = await carryOut(clara.person, challenge)
    expect(done).toMatchObject({ state, failure: { code }, awaiting: null, correlation: { transaction_hash: null } })
    if ('errorReason' in fate) expect(done.failure?.detail).toContain(fate.errorReason)
    if ('errorDetails' in fate) expect(done.failure?.detail).toContain(fate.errorDetails)
    expect(await balances(service, clara.wallet)).toEqual(before)
    expect(await readDraft(draft.id)).toMatchObject({ state: 'FUNDING' })
    await fundAgain(draft.id, challenge)
    const again = await look(clara.person, challenge.transaction_id)
    expect(again).toEqual(done)
  },
)

test('a challenge that is declined in the wallet can be approved later, and the record says so', async () => {
  const { draft, challenge } = await openFunding()
  const params = { transaction_id: challenge.transaction_id }
  const body = { challenge_id: challenge.challenge_id, result: 'CANCELLED' } as const
  const transaction = await clara.person.call('resolveTransaction', { params, body })
  expect(transaction).toMatchObject({ state: 'CHALLENGE_ISSUED', awaiting: { who: 'client' }, failure: null })
  expect(transaction.awaiting?.text).toMatch(/still approve it if you declined/)
  expect(transaction.next_actions).toMatchObject([{ code: 'report_challenge' }])
  const same = await askToFund(clara.person, draft.id)
  expect(same.challenge_id).toBe(challenge.challenge_id)
  expect(await carryOut(clara.person, same)).toMatchObject({ state: 'CONFIRMED' })
})

test('an expired challenge is never given out again: the next request gets a new one, and the old one’s record ends', async () => {
  const { draft, challenge } = await openFunding()
  await faults.expire('challenges')
  const next = await askToFund(clara.person, draft.id)
  expect(next.transaction_id).not.toBe(challenge.transaction_id)
  expect(next.challenge_id).not.toBe(challenge.challenge_id)
  expect(await look(clara.person, challenge.transaction_id)).toMatchObject({
    state: 'EXPIRED',
    failure: { code: 'challenge_expired' },
    awaiting: null,
  })
  expect(await carryOut(clara.person, next)).toMatchObject({ state: 'CONFIRMED' })
})

test('an approval whose challenge expired leaves the wallet free for the next one', async () => {
  const { id } = await readyDraft(clara, await openIssue(service), { reward: { amount: '6', currency: 'USDC' } })
  const ask = () => clara.person.call('createApprovalChallenge', { params: { id }, idempotencyKey: newKey() })
  const first = await ask()
  if (first.status !== 'challenge') throw new Error('an approval was needed')
  await faults.expire('challenges')
  expect(await ended(clara.person, first.transaction_id)).toMatchObject({ state: 'EXPIRED' })
  const second = await ask()
  if (second.status !== 'challenge') throw new Error('an approval was needed')
  expect(second.challenge_id).not.toBe(first.challenge_id)
  expect(await carryOut(clara.person, second)).toMatchObject({ state: 'CONFIRMED' })
  expect(await carryOut(clara.person, await askToFund(clara.person, id))).toMatchObject({ state: 'CONFIRMED' })
})

test('what is stuck before it was sent says so and what can be done, and goes on when it is sped up', async () => {
  const { challenge } = await openFunding()
  await faults.set({ nextTransactions: [{ stuckAfter: 'QUEUED' }] })
  await clara.person.approve(challenge.challenge_id, challenge.wallet_session)
  const stuck = await until(
    () => look(clara.person, challenge.transaction_id),
    ({ correlation }) => correlation.provider_state === 'STUCK',
  )
  expect(stuck).toMatchObject({
    state: 'SUBMITTED',
    awaiting: { who: 'client', text: expect.stringContaining('stuck') },
  })
  expect(stuck.next_actions.map(({ code }) => code)).toEqual(['speed_up', 'look_again'])
  expect(stuck.correlation.transaction_hash).toBeNull()
  await accelerate(service, clara.person, stuck.correlation.provider_transaction_id ?? '')
  expect(await ended(clara.person, challenge.transaction_id)).toMatchObject({ state: 'CONFIRMED' })
})

test('a transaction whose id the challenge does not tell yet is found under our reference', async () => {
  const { challenge } = await openFunding()
  await faults.set({ correlationLagMs: 600_000 })
  expect(await carryOut(clara.person, challenge)).toMatchObject({
    state: 'CONFIRMED',
    correlation: { provider_reference_id: challenge.transaction_id },
  })
})

test('states that are not known here change nothing and stop nothing', async () => {
  const { challenge } = await openFunding()
  await faults.set({ nextTransactions: [{ unknownState: 'SCREENING', looks: 3 }] })
  await clara.person.approve(challenge.challenge_id, challenge.wallet_session)
  const screened = await until(
    () => look(clara.person, challenge.transaction_id),
    ({ correlation }) => correlation.provider_state === 'SCREENING',
  )
  expect(screened).toMatchObject({ state: 'SUBMITTED', awaiting: { who: 'wallet_provider' } })
  expect(await ended(clara.person, challenge.transaction_id)).toMatchObject({ state: 'CONFIRMED' })
})

test('a busy wallet is asked again under the same key, not refused', async () => {
  const draft = await approvedDraft(clara, await openIssue(service))
  await faults.set({ failNext: { path: '/v1/w3s/user/transactions/contractExecution', count: 1, code: 155264 } })
  const busy = await refusal(askToFund(clara.person, draft.id))
  expect(busy).toMatchObject({
    code: 'provider_unavailable',
    retryable: true,
    next_actions: [{ code: 'try_again' }, { code: 'look_again' }],
  })
  const [intent] =
    await service.sql`select id, state from transactions where draft_id = ${draft.id} and purpose = 'FUNDING'`
  expect(intent?.state).toBe('INTENT')
  const challenge = await askToFund(clara.person, draft.id)
  expect(challenge.transaction_id).toBe(intent?.id)
  expect(await carryOut(clara.person, challenge)).toMatchObject({ state: 'CONFIRMED' })
})
