import { afterAll, beforeAll, expect, test } from 'vitest'
import { write } from '#test/agents.ts'
import { advanceUntil, assign, type Crew, crewEnv, deliver, readJob, readyCrew, vote } from '#test/crew.ts'
import {
  approvedDraft,
  askToFund,
  balanceOf,
  type Client,
  carryOut,
  fundedJob,
  index,
  newKey,
  openIssue,
  readyClient,
  signInClient,
} from '#test/journey.ts'
import type { Person } from '#test/people/person.ts'
import { refusal } from '#test/refusal.ts'
import { type Service, startService } from '#test/service.ts'
import type { CallInput, ReplyOf } from '../../client/api.ts'
import { recordTransfers } from '../journal/record-transfers.ts'
import { proveJobs } from '../proofs/prove-jobs.ts'

type Entry = ReplyOf<'listLedger'>['data'][number]
type Group = NonNullable<NonNullable<CallInput<'listLedger'>['query']>['group']>

let service: Service
let clara: Client
let crew: Crew
let settled: string
let cancelled: string
/** The draft whose funding waits for an approval in the wallet. */
let waiting: string

beforeAll(async () => {
  service = await startService({ runtimePlaces: 5, env: crewEnv })
  clara = await readyClient(service)
  crew = await readyCrew(service, ['wanda'], ['vera', 'victor', 'viola', 'vito'])
  settled = (await fundedJob(clara, await openIssue(service, { title: 'Settled one' }))).onchain_job_id
  for (const seat of await deliver(service, crew, await assign(service, crew, settled))) await vote(seat, true)
  await advanceUntil(
    service,
    settled,
    () => readJob(clara.person, settled),
    ({ state }) => state === 'SETTLED',
  )
  cancelled = (await fundedJob(clara, await openIssue(service, { title: '=Cancelled, "one"' }))).onchain_job_id
  const params = { onchain_job_id: cancelled }
  await carryOut(
    clara.person,
    await clara.person.call('createActionChallenge', { params, body: { action: 'cancel' }, idempotencyKey: newKey() }),
  )
  waiting = (await approvedDraft(clara, await openIssue(service, { title: 'Waiting one' }))).id
  await askToFund(clara.person, waiting)
  await record()
  await proveJobs(service.context())
})
afterAll(() => service?.stop())

async function record(): Promise<void> {
  await index(service)
  await recordTransfers(service.context())
}

async function ledgerOf(person: Person, group?: Group, limit = '100'): Promise<Entry[]> {
  const entries: Entry[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { limit, ...(group && { group }), ...(cursor && { cursor }) }
    const page = await person.call('listLedger', { query })
    entries.push(...page.data)
    cursor = page.next_cursor
  }
  return entries
}

const units = (money: Entry['balance']) => BigInt(money?.amount.replace('.', '') ?? 0)
const moved = (entries: readonly Entry[]) => entries.filter(({ is_final, balance }) => is_final && balance !== null)
const kinds = (entries: readonly Entry[]) => entries.map(({ kind }) => kind).toSorted()

test('each movement of a wallet is one row in plain words, with its job and its transaction', async () => {
  const entries = moved(await ledgerOf(clara.person))
  expect(kinds(entries)).toEqual(['cancellation', 'funding', 'funding', 'settlement', 'test_money'])
  const of = (kind: Entry['kind']) => entries.filter((entry) => entry.kind === kind)
  expect(of('settlement')).toMatchObject([
    { onchain_job_id: settled, title: 'Settled one', has_receipt: true, money_out: null, counterparty: null },
  ])
  expect(of('cancellation')).toMatchObject([{ onchain_job_id: cancelled, money_in: { amount: '3.900000' } }])
  expect(of('test_money')).toMatchObject([{ onchain_job_id: null, money_in: { amount: '100.000000' } }])
  for (const { transaction_hash: hash, block_number } of entries) {
    const receipt = await service.node.getTransactionReceipt({ hash: hash as `0x${string}` })
    expect(receipt.blockNumber).toBe(BigInt(block_number ?? 0))
  }
  const { data } = await clara.person.call('listTransactions', { query: { purpose: 'JOB_CANCEL' } })
  expect(of('cancellation').map((entry) => entry.transaction_id)).toEqual(data.map(({ id }) => id))
})

test('the running balance follows from each row to the next and ends with what the token says', async () => {
  const entries = moved(await ledgerOf(clara.person))
  let balance = 0n
  for (const { money_in, money_out, balance: after } of entries.toReversed()) {
    balance += units(money_in) - units(money_out)
    expect(units(after)).toBe(balance)
  }
  expect(balance).toBe(await balanceOf(service, clara.wallet))
  const { record: recorded, money_in, money_out } = await clara.person.call('summarizeLedger')
  expect(units(recorded?.balance ?? null)).toBe(balance)
  expect(units(recorded?.opening_balance ?? null) + units(money_in) - units(money_out)).toBe(balance)
})

test('an approval is a row without an amount, and a confirmed payment is not shown a second time', async () => {
  const entries = await ledgerOf(clara.person)
  const approvals = entries.filter(({ kind }) => kind === 'approval')
  expect(approvals.length).toBeGreaterThan(0)
  for (const approval of approvals)
    expect(approval).toMatchObject({ money_in: null, money_out: null, balance: null, is_final: true })
  expect(entries.filter(({ kind }) => kind === 'cancellation')).toHaveLength(1)
  expect(entries.filter(({ kind, is_final }) => kind === 'funding' && is_final)).toHaveLength(2)
})

test('what waits for its client is a row with its state, and the only one that needs attention', async () => {
  expect(await ledgerOf(clara.person, 'attention')).toMatchObject([
    {
      kind: 'funding',
      state: 'CHALLENGE_ISSUED',
      is_final: false,
      draft_id: waiting,
      title: 'Waiting one',
      money_in: null,
      money_out: null,
      pending_in: null,
      pending_out: { amount: '3.900000' },
      balance: null,
      transaction_hash: null,
    },
  ])
})

test.each([
  ['in', ['cancellation', 'settlement', 'test_money']],
  ['out', ['funding', 'funding']],
] as const)('money %s has its rows alone, and the counts say how many', async (group, expected) => {
  const entries = await ledgerOf(clara.person, group)
  expect(kinds(entries)).toEqual(expected)
  const { counts } = await clara.person.call('summarizeLedger')
  expect(counts[group]).toBe(expected.length)
  expect(counts.all).toBe((await ledgerOf(clara.person)).length)
  const balances = new Map((await ledgerOf(clara.person)).map(({ id, balance }) => [id, balance]))
  for (const { id, balance } of entries) expect(balance).toEqual(balances.get(id))
})

test('pages of any size neither repeat nor skip a row, and a cursor of another filter is refused', async () => {
  const whole = await ledgerOf(clara.person)
  expect(whole.map(({ at }) => at)).toEqual(
    whole
      .map(({ at }) => at)
      .toSorted()
      .reverse(),
  )
  for (const limit of ['1', '2', '3', '7']) expect(await ledgerOf(clara.person, undefined, limit)).toEqual(whole)
  const { next_cursor: cursor } = await clara.person.call('listLedger', { query: { limit: '1' } })
  const query = { group: 'in', cursor: cursor ?? '' } as const
  expect(await refusal(clara.person.call('listLedger', { query }))).toMatchObject({ status: 400 })
})

test('the table has the rows of the filter, and no cell that a spreadsheet runs', async () => {
  const lines = await tableOf(clara.person, '?group=in')
  expect(lines[0]).toBe(
    'at,kind,title,onchain_job_id,money_in,money_out,balance,state,counterparty,block_number,transaction_hash',
  )
  expect(lines).toHaveLength(4)
  expect(lines.find((line) => line.includes(',cancellation,'))).toContain(
    `,cancellation,"'=Cancelled, ""one""",${cancelled},3.900000,,`,
  )
})

async function tableOf(person: Person, search = ''): Promise<string[]> {
  const response = await person.send(`${service.origin}/api/v1/client/ledger-exports/csv/${search}`)
  expect(response.headers.get('content-type')).toContain('text/csv')
  return (await response.text()).trimEnd().split('\r\n')
}

test('another client sees, adds up and downloads nothing of it', async () => {
  const bea = await signInClient(service, 'bea')
  expect(await ledgerOf(bea)).toEqual([])
  expect(await bea.call('summarizeLedger')).toEqual({
    wallet: null,
    record: null,
    money_in: { amount: '0.000000', currency: 'USDC' },
    money_out: { amount: '0.000000', currency: 'USDC' },
    counts: { all: 0, in: 0, out: 0, attention: 0 },
  })
  expect(await tableOf(bea)).toHaveLength(1)
})

test('a record that cannot be true shows no balance instead of a false one, and its rows still', async () => {
  const before = await ledgerOf(clara.person)
  const forged = `0x${'6'.repeat(64)}`
  await write(
    service,
    (
      tx,
    ) => tx`insert into token_transfers (block_number, log_index, transaction_hash, from_address, to_address, amount, mined_at)
      select through_block, 900, ${forged}, ${`0x${'0'.repeat(40)}`}, address, 1_000_000_000_000, now()
      from transfer_marks where address = ${clara.wallet}`,
  )
  const shown = await ledgerOf(clara.person)
  expect(shown).toHaveLength(before.length + 1)
  expect(shown.filter(({ balance }) => balance !== null)).toEqual([])
  await write(service, (tx) => tx`delete from token_transfers where transaction_hash = ${forged}`)
  expect(await ledgerOf(clara.person)).toEqual(before)
})

test('a row outside of the record of its wallet has no balance instead of a guessed one', async () => {
  await record()
  const before = await clara.person.call('summarizeLedger')
  expect(before.record?.is_current).toBe(true)
  // A transfer into the escrow is read with the escrow, whether or not the wallet's own record goes on.
  await write(service, async (tx) => {
    await tx`insert into token_transfers (block_number, log_index, transaction_hash, from_address,
      to_address, amount, mined_at) select ${before.record?.through_block ?? 0}::bigint + 1_000, 0, ${`0x${'7'.repeat(64)}`}, ${clara.wallet},
      ${service.services.chain.escrow}, 1, max(mined_at) from token_transfers`
    await tx`update transfer_marks set through_block = through_block + 1 where address = ${service.services.chain.escrow}`
  })
  const { record: recorded } = await clara.person.call('summarizeLedger')
  expect(recorded).toMatchObject({ is_current: false, through_block: before.record?.through_block })
  const unknown = (await ledgerOf(clara.person, 'out')).filter(({ is_final }) => is_final)
  expect(unknown[0]).toMatchObject({ money_out: { amount: '0.000001' }, balance: null })
  expect(unknown.slice(1).every(({ balance }) => balance !== null)).toBe(true)
})

test('a failed call needs attention until it is repeated', async () => {
  const failed = (await ledgerOf(clara.person, 'attention'))[0]?.transaction_id ?? ''
  const ids = async () => (await ledgerOf(clara.person, 'attention')).map(({ transaction_id }) => transaction_id)
  await write(service, (tx) => tx`update transactions set state = 'FAILED', ended_at = now() where id = ${failed}`)
  expect(await ids()).toEqual([failed])
  expect((await ledgerOf(clara.person, 'out')).map(({ id }) => id)).not.toContain(failed)
  const repeated = await askToFund(clara.person, waiting)
  expect(await ids()).toEqual([repeated.transaction_id])
})

test('money that has not moved is in no direction: rows, counts and sums of each are of the same movements', async () => {
  const bea = await readyClient(service, 'bea', 'bea-both')
  const job = await fundedJob(bea, await openIssue(service, { repository: 'bea-both/tide-tables' }))
  await record()
  const params = { onchain_job_id: job.onchain_job_id }
  const asked = { params, body: { action: 'cancel' }, idempotencyKey: newKey() } as const
  const challenge = await bea.person.call('createActionChallenge', asked)
  const whole = await ledgerOf(bea.person)
  expect(whole.find(({ kind, is_final }) => kind === 'cancellation' && !is_final)).toMatchObject({
    money_in: null,
    money_out: null,
    pending_in: { amount: '3.900000' },
    pending_out: null,
  })
  const agree = async () => {
    const { counts, money_in, money_out } = await bea.person.call('summarizeLedger')
    for (const [group, total] of [['in', money_in] as const, ['out', money_out] as const]) {
      const rows = await ledgerOf(bea.person, group)
      expect(rows.length).toBe(counts[group])
      expect(rows.reduce((sum, row) => sum + units(row[`money_${group}`]), 0n)).toBe(units(total))
    }
    return units(money_in)
  }
  const before = await agree()
  await carryOut(bea.person, challenge)
  await record()
  expect(await agree()).toBe(before + 3_900_000n)
})
