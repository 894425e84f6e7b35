import { afterAll, beforeAll, expect, test } from 'vitest'
import { write } from '#test/agents.ts'
import { advanceUntil, assign, type Crew, crewEnv, deliver, readJob, readyCrew, vote } from '#test/crew.ts'
import {
  balanceOf,
  type Client,
  carryOut,
  fundedJob,
  index,
  mint,
  newKey,
  openIssue,
  readyClient,
  signInClient,
} from '#test/journey.ts'
import type { Person } from '#test/people/person.ts'
import { type Service, startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import {
  compareFigures,
  compareJournal,
  openingsIn,
  parseJournal,
  transparencyReply,
  walletsIn,
} from '#tools/bookkeeper/compare.ts'
import { keepBooks } from '#tools/bookkeeper/keep-books.ts'
import { readLogs } from '#tools/bookkeeper/read-logs.ts'
import { closeBooks } from '../books/close-books.ts'
import { followWithdrawal } from '../withdrawals/follow-withdrawal.ts'
import { recordTransfers } from './record-transfers.ts'

type Entry = {
  kind: string
  onchain_job_id: string | null
  debit: string
  credit: string
  amount: string
  block_time: string | null
  transaction_hash: string
  log_index: number
  transfer_log_index: number | null
  block_number: string
}

let service: Service
let clara: Client
let crew: Crew
let settled: string
let cancelled: string
const destination = '0x00000000000000000000000000000000aaaaaaaa'
beforeAll(async () => {
  service = await startService({ runtimePlaces: 5, env: { ...crewEnv, WITHDRAWAL_DELAY_SECONDS: '3600' } })
  clara = await readyClient(service)
  crew = await readyCrew(service, ['wanda'], ['vera', 'victor', 'viola', 'vito'])
  settled = await settle()
  cancelled = await cancel()
  await withdraw('1.000000')
  await index(service)
  await recordTransfers(service.context())
})
afterAll(() => service?.stop())

/** A job that was done, judged and paid. */
async function settle(): Promise<string> {
  const id = (await fundedJob(clara, await openIssue(service))).onchain_job_id
  const panel = await deliver(service, crew, await assign(service, crew, id))
  for (const seat of panel) await vote(seat, true)
  await advanceUntil(
    service,
    id,
    () => readJob(clara.person, id),
    ({ state }) => state === 'SETTLED',
  )
  return id
}

async function cancel(): Promise<string> {
  const id = (await fundedJob(clara, await openIssue(service))).onchain_job_id
  const asked = { params: { onchain_job_id: id }, body: { action: 'cancel' as const }, idempotencyKey: newKey() }
  await carryOut(clara.person, await clara.person.call('createActionChallenge', asked))
  return id
}

const wanda = () => {
  const [agent] = crew.workers
  if (!agent) throw new Error('there is a worker')
  return agent
}

async function withdraw(amount: string): Promise<void> {
  const { owner, agentId: id } = wanda()
  await write(
    service,
    (tx) => tx`insert into withdrawal_destinations (user_id, address, usable_at)
      select user_id, ${destination}, now() from agents where id = ${id}`,
  )
  const body = { amount: { amount, currency: 'USDC' as const }, destination }
  const made = await owner.call('withdrawEarnings', { params: { id }, body, idempotencyKey: newKey() })
  await until(
    async () => {
      await followWithdrawal(service.context(), { withdrawalId: made.id })
      return (await owner.call('listWithdrawals', { params: { id } })).data[0]
    },
    (found) => found?.state === 'CONFIRMED',
  )
}

const download = (person: Person, format: 'jsonl' | 'csv') => person.send(`${service.origin}/api/v1/journal/${format}/`)

async function journalOf(person: Person): Promise<Entry[]> {
  const response = await download(person, 'jsonl')
  expect(response.status).toBe(200)
  const lines = (await response.text()).split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as Entry)
}

/** What every account holds after these entries. */
function balancesOf(entries: readonly Entry[]): Record<string, bigint> {
  const sums: Record<string, bigint> = {}
  for (const { debit, credit, amount } of entries) {
    sums[debit] = (sums[debit] ?? 0n) + BigInt(amount)
    sums[credit] = (sums[credit] ?? 0n) - BigInt(amount)
  }
  return sums
}

test('a client’s journal explains the wallet to the unit, closes ended jobs at zero and sums to zero', async () => {
  const entries = await journalOf(clara.person)
  const sums = balancesOf(entries)
  expect(sums).toEqual({
    [`wallet:${clara.wallet}`]: await balanceOf(service, clara.wallet),
    [`outside:0x${'0'.repeat(40)}`]: -100_000_000n,
    [`job:${settled}`]: 0n,
    [`job:${cancelled}`]: 0n,
    'cost:reward': 3_000_000n,
    'cost:verifier_fee': sums['cost:verifier_fee'],
  })
  expect(sums['cost:verifier_fee']).toBeGreaterThan(0n)
  expect(Object.values(sums).reduce((total, sum) => total + sum)).toBe(0n)
})

test('an owner’s journal explains the wallet of the agent, with the withdrawal and the income', async () => {
  const { owner, wallet } = wanda()
  expect(balancesOf(await journalOf(owner))).toEqual({
    [`wallet:${wallet.toLowerCase()}`]: 2_000_000n,
    [`outside:${destination}`]: 1_000_000n,
    'income:reward': -3_000_000n,
  })
})

test('every entry names an event and a transfer that the chain has at that place', async () => {
  for (const entry of [...(await journalOf(clara.person)), ...(await journalOf(wanda().owner))]) {
    const receipt = await service.node.getTransactionReceipt({ hash: entry.transaction_hash as `0x${string}` })
    const indexes = receipt.logs.map(({ logIndex }) => logIndex)
    expect(receipt.blockNumber).toBe(BigInt(entry.block_number))
    expect(indexes).toEqual(expect.arrayContaining([entry.log_index, entry.transfer_log_index]))
    expect(entry.block_time).not.toBeNull()
  }
})

test('nobody reads a line of another person', async () => {
  const other = await signInClient(service, 'bea')
  expect(await journalOf(other)).toEqual([])
  const ofWanda = JSON.stringify(await journalOf(wanda().owner))
  expect(ofWanda).not.toContain(clara.wallet)
  expect(ofWanda).not.toContain(`job:`)
  expect((await download(service.person('nobody'), 'csv')).status).toBe(401)
})

test('the CSV holds the same entries under a header, as a file to keep', async () => {
  const response = await download(clara.person, 'csv')
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+-block-\d+\.csv"$/)
  const [header, ...rows] = (await response.text()).trimEnd().split('\r\n')
  const entries = await journalOf(clara.person)
  expect(header).toBe(Object.keys(entries[0] ?? {}).join())
  expect(rows).toEqual(entries.map((entry) => Object.values(entry).join()))
})

/** So many jobs more are settled and cancelled in turn, for a longer run by hand. */
const moreJobs = Number(process.env.BOOKS_JOBS ?? 0)

test('a bookkeeper that reads only logs comes to every published figure and every line', {
  timeout: 60_000 + moreJobs * 20_000,
}, async () => {
  await mint(service, clara.wallet, 4_000_000n * BigInt(moreJobs))
  for (let job = 0; job < moreJobs; job += 1) await (job % 2 === 0 ? settle() : cancel())
  await index(service)
  await recordTransfers(service.context())
  await closeBooks(service.context())
  const published = transparencyReply.parse(await service.person('nobody').call('getTransparency'))
  const { escrow } = service.services.chain
  expect(Number(published.books.jobs.created)).toBeGreaterThanOrEqual(2 + moreJobs)
  const owners = crew.verifiers.map(({ owner }) => owner)
  for (const person of [clara.person, wanda().owner, ...owners]) {
    const journal = parseJournal(await (await download(person, 'jsonl')).text())
    const wallets = walletsIn(journal)
    const through = published.books.through_block
    const { logs, times } = await readLogs({ rpcUrl: service.chain.rpcUrl, escrow, wallets, from: 0n, through })
    const books = keepBooks(logs, times, { escrow, wallets, openings: openingsIn(journal) })
    expect(books.problems).toEqual([])
    expect(compareFigures(published, books)).toEqual([])
    expect(compareJournal(journal, books, { times, isWhole: true })).toEqual([])
  }
})

test('money that a transfer took and the index of logs hides stops the record, and is named', async () => {
  const before = (await journalOf(clara.person)).length
  service.wires.chain.rewrite = ({ body }, text) => {
    if (!body.includes('"eth_getLogs"')) return text
    const response = JSON.parse(text) as { result: { data: string }[] }
    return JSON.stringify({ ...response, result: response.result.filter(({ data }) => BigInt(data) !== 7n) })
  }
  for (const units of [7n, 8n]) await mint(service, clara.wallet, units)
  await index(service)
  expect(await recordTransfers(service.context())).toEqual([clara.wallet])
  expect(await journalOf(clara.person)).toHaveLength(before)
  service.wires.chain.mend()
  expect(await recordTransfers(service.context())).toEqual([])
  expect(await journalOf(clara.person)).toHaveLength(before + 2)
})
