import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { walletFaults } from '#sandbox/wallet-provider/faults/client.ts'
import { write } from '#test/agents.ts'
import {
  approvedDraft,
  askToEnd,
  askToFund,
  balances,
  type Client,
  carryOut,
  ended,
  fundedJob,
  look,
  newKey,
  openIssue,
  readyClient,
  readyDraft,
  signInClient,
  tidy,
} from '#test/journey.ts'
import { type ChallengeAnswer, challengeIn } from '#test/people/challenge.ts'
import { refusal } from '#test/refusal.ts'
import { rowsOf } from '#test/rows.ts'
import { type Service, startService } from '#test/service.ts'
import { finishAtProvider } from '#test/stages.ts'
import { sweepTransactions } from './sweep-transactions.ts'

let service: Service
let clara: Client
beforeAll(async () => {
  service = await startService()
  clara = await readyClient(service)
})
afterAll(() => service.stop())
afterEach(async () => {
  service.wires.wallets.mend()
  await tidy(service)
})

async function openFunding() {
  const locked = await approvedDraft(clara, await openIssue(service))
  return { draft: locked, challenge: await askToFund(clara.person, locked.id) }
}

const report = (id: string, body: object) =>
  clara.person.call('resolveTransaction', { params: { transaction_id: id }, body })

test.each(['COMPLETE', 'IN_PROGRESS', 'FAILED', 'EXPIRED', 'CANCELLED'])(
  'a browser that reports %s proves nothing (row 31)',
  async (result) => {
    const { draft, challenge } = await openFunding()
    const tables = ['drafts', 'jobs', 'events', 'wallets']
    const [rows, money] = [await rowsOf(service.sql, tables), await balances(service, clara.wallet)]
    const transaction = await report(challenge.transaction_id, { challenge_id: challenge.challenge_id, result })
    expect(transaction).toMatchObject({ state: 'CHALLENGE_ISSUED', ended_at: null, failure: null })
    expect(await clara.person.call('getDraft', { params: { id: draft.id } })).toMatchObject({ state: 'FUNDING' })
    expect(await rowsOf(service.sql, tables)).toEqual(rows)
    expect(await balances(service, clara.wallet)).toEqual(money)
  },
)

test('a challenge id of another transaction is refused, and no hash or address is accepted', async () => {
  const { challenge } = await openFunding()
  const before = await rowsOf(service.sql)
  const foreign = report(challenge.transaction_id, { challenge_id: crypto.randomUUID(), result: 'COMPLETE' })
  expect(await refusal(foreign)).toMatchObject({ status: 409, code: 'state_conflict' })
  for (const field of ['transaction_hash', 'contract', 'calldata', 'state', 'provider_transaction_id'])
    expect(await refusal(report(challenge.transaction_id, { [field]: `0x${'1'.repeat(64)}` }))).toMatchObject({
      status: 400,
      code: 'invalid_request',
      errors: [{ pointer: `/${field}` }],
    })
  expect(await rowsOf(service.sql)).toEqual(before)
})

test('the list filters by draft and purpose and pages by cursor without gaps or repeats', async () => {
  const { draft, challenge } = await openFunding()
  await carryOut(clara.person, challenge)
  const { person } = clara
  const list = (query: object) => person.call('listTransactions', { query })
  const everything = (await list({ limit: '100' })).data.map(({ id }) => id)
  expect(everything).toEqual([...everything].sort().reverse())
  const mine = (await list({ draft: draft.id })).data
  expect(mine.map(({ purpose }) => purpose)).toContain('FUNDING')
  expect(mine.every(({ draft_id }) => draft_id === draft.id)).toBe(true)
  const fundings = (await list({ purpose: 'FUNDING' })).data
  expect(new Set(fundings.map(({ purpose }) => purpose))).toEqual(new Set(['FUNDING']))
  expect((await list({ draft: crypto.randomUUID() })).data).toEqual([])

  const paged: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof list>> = await list({ limit: '2', ...(cursor && { cursor }) })
    expect(page.data.length).toBeLessThanOrEqual(2)
    paged.push(...page.data.map(({ id }) => id))
    cursor = page.next_cursor
  } while (cursor)
  expect(paged).toEqual(everything)
  for (const query of [{ purpose: 'OWNER_REGISTRATION' }, { draft: 'mine' }])
    expect(await refusal(list(query))).toMatchObject({ status: 400, code: 'invalid_request' })
})

test('the service’s own transactions are neither listed nor readable', async () => {
  const [own] = await service.sql`select id from transactions where purpose = 'OWNER_REGISTRATION'`
  const params = { transaction_id: own?.id ?? '' }
  expect(await refusal(clara.person.call('getTransaction', { params }))).toMatchObject({ status: 404 })
  const { data } = await clara.person.call('listTransactions', { query: { limit: '100' } })
  expect(data.map(({ id }) => id)).not.toContain(own?.id)
})

test('one client cannot see or touch another’s transaction (row 33)', async () => {
  const { challenge } = await openFunding()
  const bea = await readyClient(service, 'bea', 'bea-both')
  const params = { transaction_id: challenge.transaction_id }
  const body = { challenge_id: challenge.challenge_id, result: 'COMPLETE' as const }
  expect(await refusal(bea.person.call('resolveTransaction', { params, body }))).toMatchObject({ status: 404 })
  expect(await refusal(bea.person.call('getTransaction', { params }))).toMatchObject({ status: 404 })
  expect((await bea.person.call('listTransactions', { query: { draft: challenge.draft.id } })).data).toEqual([])
})

test('GET looks at most once in five seconds; POST looks at once', async () => {
  const { challenge } = await openFunding()
  const params = { transaction_id: challenge.transaction_id }
  await look(clara.person, challenge.transaction_id)
  const asked = service.wires.wallets.requests.length
  for (let read = 0; read < 5; read += 1) await clara.person.call('getTransaction', { params })
  expect(service.wires.wallets.requests.length).toBe(asked)
  await look(clara.person, challenge.transaction_id)
  expect(service.wires.wallets.requests.length).toBeGreaterThan(asked)
})

test('reads go on while the provider is away: the state known so far is the answer', async () => {
  const { challenge } = await openFunding()
  service.wires.wallets.fate = () => 'cut'
  const transaction = await look(clara.person, challenge.transaction_id)
  expect(transaction).toMatchObject({ state: 'CHALLENGE_ISSUED', awaiting: { who: 'client' } })
  service.wires.wallets.mend()
  expect(await carryOut(clara.person, challenge)).toMatchObject({ state: 'CONFIRMED' })
})

test('a challenge that nobody reports is followed to its end by the sweeper alone', async () => {
  const { draft, challenge } = await openFunding()
  await clara.person.approve(challenge.challenge_id, challenge.wallet_session)
  const deadline = Date.now() + 20_000
  let state = ''
  while (state !== 'CONFIRMED' && Date.now() < deadline) {
    await service.sql.begin(async (tx) => {
      await tx`select set_config('jobwright.transaction', 'on', true)`
      await tx`update transactions set looked_at = now() - interval '1 minute' where id = ${challenge.transaction_id}`
    })
    await sweepTransactions(service.context())
    state = (await service.sql`select state from transactions where id = ${challenge.transaction_id}`)[0]?.state
  }
  expect(state).toBe('CONFIRMED')
  expect(await clara.person.call('getDraft', { params: { id: draft.id } })).toMatchObject({ state: 'FUNDED' })
})

test('what was approved a moment ago is offered no second time and refused to nobody: it is answered as under way', async () => {
  const { id } = await readyDraft(clara, await openIssue(service), { reward: { amount: '4', currency: 'USDC' } })
  const pause = () => walletFaults(service.wallets.url).set({ nextTransactions: [{ pauseAt: 'INITIATED' }] })
  const approveBlind = async (asked: ChallengeAnswer) => {
    const challenge = challengeIn(asked)
    await pause()
    await clara.person.approve(challenge.challenge_id, challenge.wallet_session)
    return challenge.transaction_id
  }
  const underway = (transaction_id: string, purpose: string) => ({
    status: 'underway',
    transaction: { id: transaction_id, purpose, next_actions: [{ code: 'look_again' }] },
  })
  const asked = () => ({ params: { id }, idempotencyKey: newKey() })
  const finish = async (transaction_id: string) => {
    await finishAtProvider(service, clara)
    expect(await ended(clara.person, transaction_id)).toMatchObject({ state: 'CONFIRMED' })
  }

  const approve = () => clara.person.call('createApprovalChallenge', asked())
  const approval = await approveBlind(await approve())
  expect(await approve()).toMatchObject({ ...underway(approval, 'APPROVAL'), draft: { state: 'LOCKED' } })
  await finish(approval)
  expect(await approve()).toMatchObject({ status: 'exists' })

  const fund = () => clara.person.call('createFundingChallenge', asked())
  const funding = await approveBlind(await fund())
  const answer = await fund()
  expect(answer).toMatchObject({ ...underway(funding, 'FUNDING'), draft: { state: 'FUNDING' } })
  expect(answer.draft.next_actions).toMatchObject([{ code: 'follow_transaction' }])
  await finish(funding)

  const { onchain_job_id } = await clara.person.call('getDraft', { params: { id } })
  const params = { onchain_job_id: onchain_job_id ?? '' }
  const cancel = () => clara.person.call('createActionChallenge', { params, body: {}, idempotencyKey: newKey() })
  const cancellation = await approveBlind(await cancel())
  expect(await cancel()).toMatchObject({ ...underway(cancellation, 'JOB_CANCEL'), action: 'cancel' })
  await finish(cancellation)
})

test('a session that signed in more than ten minutes ago has the wallet approve nothing, also by a request of before', async () => {
  const { onchain_job_id } = await fundedJob(clara, await openIssue(service))
  const walletless = await signInClient(service, 'oscar')
  const draft = await readyDraft(clara, await openIssue(service), { reward: { amount: '2', currency: 'USDC' } })
  const options = { params: { id: draft.id }, idempotencyKey: newKey() }
  const approve = () => clara.person.call('createApprovalChallenge', options)
  const challenge = challengeIn(await approve())
  await write(service, (tx) => tx`update sessions set signed_in_at = now() - interval '11 minutes'`)
  const asked = { params: { id: draft.id }, idempotencyKey: newKey() }
  const attempts = [
    approve,
    () => clara.person.call('createApprovalChallenge', asked),
    () => clara.person.call('createFundingChallenge', asked),
    () => askToEnd(clara.person, onchain_job_id),
    () => walletless.call('initializeWallet', { idempotencyKey: newKey() }),
  ]
  for (const attempt of attempts)
    expect(await refusal(attempt())).toMatchObject({
      status: 403,
      code: 'recent_sign_in_required',
      next_actions: [{ code: 'sign_in' }],
    })
  await clara.person.signIn()
  expect(await approve()).toMatchObject({ challenge_id: challenge.challenge_id })
})

test('a lost answer to a funding request yields the same single challenge later, under the same key (row 48)', async () => {
  const locked = await approvedDraft(clara, await openIssue(service))
  service.wires.wallets.fate = ({ path }) => (path.includes('/contractExecution') ? 'lose' : 'pass')
  const lost = await refusal(askToFund(clara.person, locked.id))
  expect(lost).toMatchObject({ status: 503, code: 'provider_unavailable', retryable: true })
  const rows = () => service.sql`select id, state, reconciling, idempotency_key from transactions
    where draft_id = ${locked.id} and purpose = 'FUNDING'`
  const [intent] = await rows()
  expect(intent).toMatchObject({ state: 'INTENT', reconciling: true })
  service.wires.wallets.mend()
  const challenge = await askToFund(clara.person, locked.id)
  expect(await rows()).toMatchObject([{ id: intent?.id, idempotency_key: intent?.idempotency_key, reconciling: false }])
  const before = await balances(service, clara.wallet)
  expect(await carryOut(clara.person, challenge)).toMatchObject({ state: 'CONFIRMED' })
  const after = await balances(service, clara.wallet)
  expect(before.wallet - after.wallet).toBe(3_900_000n)
  const sent = service.wires.wallets.requests.filter(({ body }) => body.includes(String(intent?.idempotency_key)))
  expect(sent.length).toBeGreaterThanOrEqual(2)
})

test('a request that the provider refuses ends the intent and leaves the way free', async () => {
  const { id } = await readyDraft(clara, await openIssue(service), { reward: { amount: '5', currency: 'USDC' } })
  const params = { id }
  service.wires.wallets.rewrite = ({ path }, answer) =>
    path.includes('/contractExecution') ? '{"code":155230,"message":"refused"}' : answer
  service.wires.wallets.status = ({ path }) => (path.includes('/contractExecution') ? 400 : undefined)
  const refused = await refusal(clara.person.call('createApprovalChallenge', { params, idempotencyKey: newKey() }))
  expect(refused).toMatchObject({ status: 502, code: 'provider_refused' })
  const { data } = await clara.person.call('listTransactions', { query: { draft: id } })
  expect(data).toMatchObject([{ state: 'FAILED', failure: { code: 'provider_refused' } }])
  service.wires.wallets.mend()
  const answer = await clara.person.call('createApprovalChallenge', { params, idempotencyKey: newKey() })
  if (answer.status !== 'challenge') throw new Error('an approval was needed')
  await clara.person.approve(answer.challenge_id, answer.wallet_session)
  expect(await ended(clara.person, answer.transaction_id)).toMatchObject({ state: 'CONFIRMED' })
})
