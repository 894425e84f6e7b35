import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { askAgain } from '#test/ask-again.ts'
import { atProvider, expectMoneyKept } from '#test/invariants.ts'
import {
  approvedDraft,
  askToEnd,
  askToFund,
  balances,
  budget,
  type Client,
  carryOut,
  fundedJob,
  index,
  look,
  newKey,
  openIssue,
  readyClient,
  readyDraft,
  tidy,
} from '#test/journey.ts'
import { refusal } from '#test/refusal.ts'
import { type Service, startService } from '#test/service.ts'
import { age, finishAtProvider, fundingIn } from '#test/stages.ts'
import { until } from '#test/until.ts'
import { isFailure } from '../../domain/failure.ts'
import { reconcileTransaction } from './reconcile-transaction.ts'
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
  service.wires.chain.mend()
  await finishAtProvider(service, clara)
  await expectMoneyKept(service)
  await tidy(service)
})

const rowsOfDraft = (id: string, purpose: string) =>
  service.sql`select id, state, challenge_id from transactions where draft_id = ${id} and purpose = ${purpose}`
const challengesOf = (id: string) =>
  atProvider(service, (db) =>
    db.prepare("select id from challenge where json_extract(payload_json, '$.refId') = ?").all(id),
  )

test('two hundred requests from two tabs to fund one draft all get the one challenge, and make one job (row 46)', async () => {
  const draft = await approvedDraft(clara, await openIssue(service))
  const before = await balances(service, clara.wallet)
  const ask = () => askAgain(() => askToFund(clara.person, draft.id))
  const answers = await Promise.allSettled(Array.from({ length: 200 }, ask))
  const given = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.problem.code] : []))
  expect(refused).toEqual([])
  expect(new Set(given.map(({ challenge_id }) => challenge_id)).size).toBe(1)
  const [intent, ...others] = await rowsOfDraft(draft.id, 'FUNDING')
  expect(others).toEqual([])
  expect(challengesOf(intent?.id)).toHaveLength(1)
  const [first] = given
  if (!first) throw new Error('nobody was given a challenge')
  const approvals = [1, 2, 3].map(() => clara.person.approve(first.challenge_id, first.wallet_session))
  await Promise.allSettled(approvals)
  expect(await carryOut(clara.person, first)).toMatchObject({ state: 'CONFIRMED' })
  await index(service)
  expect(await service.sql`select 1 from jobs where draft_id = ${draft.id}`).toHaveLength(1)
  expect((await balances(service, clara.wallet)).escrow - before.escrow).toBe(budget)
})

test('many requests for one approval all get the one challenge', async () => {
  const { id } = await readyDraft(clara, await openIssue(service), { reward: { amount: '6', currency: 'USDC' } })
  const ask = () =>
    askAgain(() => clara.person.call('createApprovalChallenge', { params: { id }, idempotencyKey: newKey() }))
  const answers = await Promise.all(Array.from({ length: 40 }, ask))
  expect(new Set(answers.map((answer) => answer.status === 'challenge' && answer.challenge_id)).size).toBe(1)
  const [intent, ...others] = await rowsOfDraft(id, 'APPROVAL')
  expect(others).toEqual([])
  expect(challengesOf(intent?.id)).toHaveLength(1)
  expect(await ask()).toMatchObject({ status: 'challenge', challenge_id: intent?.challenge_id })
})

test('looks of many at once move a transaction once through its states, with one event each', async () => {
  const { transaction } = await fundingIn(service, clara, 'CHALLENGE_ISSUED')
  const challenge = await askToFund(clara.person, transaction.draft_id ?? '')
  await clara.person.approve(challenge.challenge_id, challenge.wallet_session)
  let state = ''
  while (state !== 'CONFIRMED') {
    const looks = await Promise.allSettled(
      Array.from({ length: 8 }, () => reconcileTransaction(service.context(), transaction.id)),
    )
    for (const look of looks) if (look.status === 'rejected') expect(isFailure(look.reason)).toBe(true)
    await index(service)
    state = (await service.sql`select state from transactions where id = ${transaction.id}`)[0]?.state
  }
  const events = await service.sql`select name from events where subject_id = ${transaction.id} order by created_at`
  const names = events.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toContain('transaction.confirmed')
})

test('a funding is confirmed with its job although the provider’s hash arrives at the same moment', async () => {
  const { transaction } = await fundingIn(service, clara, 'CHALLENGE_ISSUED')
  const { id } = transaction
  const challenge = await askToFund(clara.person, transaction.draft_id ?? '')
  await clara.person.approve(challenge.challenge_id, challenge.wallet_session)
  await finishAtProvider(service, clara)
  // The move of another process that is not committed yet when the indexer confirms the funding.
  let commit = () => {}
  const held = new Promise<void>((resolve) => {
    commit = resolve
  })
  const locked = Promise.withResolvers<void>()
  const move = service.sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    await tx`update transactions set state = 'SUBMITTED', updated_at = now() where id = ${id}`
    locked.resolve()
    await held
  })
  await locked.promise
  const indexed = index(service)
  await until(
    async () => {
      const rows = await service.sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%transactions%'`
      return rows.length
    },
    (waiting) => waiting > 0,
  )
  commit()
  await Promise.all([move, indexed])
  expect(await look(clara.person, id)).toMatchObject({ state: 'CONFIRMED', draft_id: transaction.draft_id })
})

test.each(['SUBMITTED', 'BROADCAST', 'EXPIRED'])(
  'a funding that was left %s although its job exists is confirmed, and the wallet can pay again',
  async (state) => {
    const { transaction } = await fundingIn(service, clara, 'CONFIRMED')
    await service.sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`update transactions set state = ${state}, block_number = null, block_hash = null, log_index = null,
        transaction_hash = null, provider_transaction_id = null, challenge_id = null, looked_at = null,
        created_at = now() - interval '1 hour', ended_at = ${state === 'EXPIRED' ? service.sql`now()` : null}
        where id = ${transaction.id}`
      await tx`update chain_logs set applied_at = null where event_name = 'JobCreated'`
    })
    if (state === 'EXPIRED') await index(service)
    else await sweepTransactions(service.context())
    const [row] =
      await service.sql`select state, transaction_hash, ended_at from transactions where id = ${transaction.id}`
    expect(row).toMatchObject({
      state: 'CONFIRMED',
      transaction_hash: transaction.correlation.transaction_hash,
      ended_at: expect.any(Date),
    })
    const { id } = await readyDraft(clara, await openIssue(service))
    await clara.person.call('createApprovalChallenge', { params: { id }, idempotencyKey: newKey() })
  },
)

test('while provider and index name two transactions for one cancellation, and the node shows neither, a look ends', async () => {
  const { onchain_job_id } = await fundedJob(clara, await openIssue(service))
  const { id, correlation } = await carryOut(clara.person, await askToEnd(clara.person, onchain_job_id, 'cancel'))
  await index(service)
  const named = `0x${'1'.repeat(64)}`
  await service.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`update transactions set state = 'BROADCAST', transaction_hash = ${named}, block_number = null,
      block_hash = null, log_index = null, ended_at = null where id = ${id}`
  })
  let looks = 0
  const { wallets, chain } = service.wires
  wallets.fate = ({ path }) => {
    if (!path.includes('/transactions/')) return 'pass'
    looks += 1
    return looks > 20 ? 'cut' : 'pass'
  }
  wallets.rewrite = (_, answer) => answer.replaceAll(/"txHash":"0x[0-9a-f]{64}"/g, `"txHash":"${named}"`)
  chain.rewrite = ({ body }, answer) =>
    body.includes('"eth_getTransactionReceipt"') ? JSON.stringify({ ...JSON.parse(answer), result: null }) : answer
  expect((await reconcileTransaction(service.context(), id)).state).toBe('BROADCAST')
  expect(looks).toBeLessThan(5)
  chain.mend()
  // The provider may call it complete by now.
  const after = { ...correlation, provider_state: expect.any(String) }
  expect(await look(clara.person, id)).toMatchObject({ state: 'CONFIRMED', correlation: after })
})

test('a third of all answers of the provider lost: every funding still lands exactly once (row 48)', async () => {
  let seed = 7
  service.wires.wallets.fate = ({ method }) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return method === 'POST' && seed % 3 === 0 ? 'lose' : seed % 7 === 0 ? 'cut' : 'pass'
  }
  const before = await balances(service, clara.wallet)
  for (let round = 0; round < 5; round += 1) {
    const { id } = await readyDraft(clara, await openIssue(service))
    await insist(async () => {
      const answer = await clara.person.call('createApprovalChallenge', { params: { id }, idempotencyKey: newKey() })
      if (answer.status === 'challenge') await carryOut(clara.person, answer)
    })
    const challenge = await insist(() => askToFund(clara.person, id))
    await clara.person.approve(challenge.challenge_id, challenge.wallet_session)
    await insist(async () => {
      await age(service, challenge.transaction_id, '20 seconds')
      await sweepTransactions(service.context())
      const [row] = await service.sql`select state from transactions where id = ${challenge.transaction_id}`
      if (row?.state !== 'CONFIRMED') throw new Error(row?.state)
    })
    expect(await rowsOfDraft(id, 'FUNDING')).toHaveLength(1)
  }
  expect((await balances(service, clara.wallet)).escrow - before.escrow).toBe(5n * budget)
})

/** Asks until it is given, as a person would. */
async function insist<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask()
    } catch (error) {
      if (tries > 60) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

// Last, because it moves the clock of the chain.
test('of a cancellation and a refund that are asked for at once, nobody gets the other one under its name', async () => {
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service), { open_seconds: 3_600 })
  await service.node.increaseTime({ seconds: 3_601 })
  await service.node.mine({ blocks: 1 })
  const asked = [1, 2, 3, 4].flatMap(() => (['cancel', 'refund'] as const).map((action) => ({ action })))
  const outcomes = await Promise.all(
    asked.map(async ({ action }) => {
      const answer = await askToEnd(clara.person, id, action).catch(async (error: unknown) => {
        expect(await refusal(Promise.reject(error))).toMatchObject({ code: 'state_conflict' })
      })
      return { action, transaction: answer?.transaction_id }
    }),
  )
  const purposes = { cancel: 'JOB_CANCEL', refund: 'JOB_REFUND' }
  const answered = outcomes.filter(({ transaction }) => transaction !== undefined)
  expect(answered.length).toBeGreaterThan(0)
  for (const { action, transaction = '' } of answered)
    expect((await look(clara.person, transaction)).purpose).toBe(purposes[action])
})
