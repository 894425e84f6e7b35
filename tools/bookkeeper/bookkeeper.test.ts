import { describe, expect, test } from 'vitest'
import { publishedBooks, publishedJournal } from './as-published.ts'
import { checkModel, peopleOf } from './check-model.ts'
import { compareFigures, compareJournal, parseJournal, parsePublished } from './compare.ts'
import { keepBooks } from './keep-books.ts'
import { randomJobs } from './model.ts'
import type { BookLog } from './read-logs.ts'

const seed = Number(process.env.BOOKS_SEED ?? 1)
const model = randomJobs(200, seed)
const [own = []] = peopleOf(model).slice(2)
const books = (logs: readonly BookLog[] = model.logs) =>
  keepBooks(logs, model.times, { escrow: model.escrow, wallets: own })
const lines = parseJournal(publishedJournal(model, own))

test('over 200 random jobs with faults, every published figure and journal follows from the logs alone', () => {
  expect(checkModel(200, seed), `BOOKS_SEED=${seed} repeats these jobs`).toEqual([])
})

test('the random jobs end in every way and meet every fault', () => {
  const { jobs, balance, rows } = books()
  expect(Object.values(jobs).every((count) => count > 0)).toBe(true)
  expect(balance.unclaimed).toBeGreaterThan(0n)
  expect(new Set(rows.map(({ kind }) => kind)).size).toBe(9)
  expect(rows.some(({ debit }) => debit.startsWith('owed:'))).toBe(true)
})

describe('of a journal is found and named:', () => {
  const rewardAt = lines.findIndex(({ kind, transfer_log_index }) => kind === 'reward' && transfer_log_index !== null)
  const reward = lines[rewardAt]
  if (!reward) throw new Error('the model pays rewards')
  const { place, amount, debit, credit, onchain_job_id: job } = reward
  const missing = `The reward of ${amount} units at log ${reward.log_index} of block ${reward.block_number} is missing.`
  const changed = (change: object) => lines.with(rewardAt, { ...reward, ...change })
  const entry = { kind: 'deposit', place: 'deposit', debit: `wallet:${own[0]}`, credit: 'outside:0x1' }
  const opening = { kind: 'opening', block_number: '0', debit: `wallet:${own[0]}`, credit: 'opening', amount: '77' }
  const foreign = { ...reward, ...entry }
  const plants: [string, typeof lines, (string | RegExp)[]][] = [
    ['a line that was dropped', lines.toSpliced(rewardAt, 1), [missing]],
    ['a line that is listed twice', lines.toSpliced(rewardAt, 0, reward), [`The ${place} is listed twice.`]],
    [
      'one unit more',
      changed({ amount: `${BigInt(amount) + 1n}` }),
      [/ names the amount \d+, and the chain has \d+\.$/],
    ],
    ['another transaction', changed({ transaction_hash: '0xf' }), [/ names the transaction 0xf, and the chain has 0x/]],
    ['another job', changed({ onchain_job_id: '999' }), [`The ${place} names the job 999, and the chain has ${job}.`]],
    ['another transfer', changed({ transfer_log_index: 998 }), [/ names the transfer 998, and the chain has \d+\.$/]],
    ['another time', changed({ block_time: '2030-01-01T00:00:00.000Z' }), [/ names the time 2030-/]],
    [
      'an opening balance that no transfer made',
      [{ ...reward, ...opening }, ...lines],
      [`The opening of wallet:${own[0]} from opening is 77, and the transfers through block 0 make it 0.`],
    ],
    ['another attempt', changed({ attempt: 77 }), [/ names the attempt 77, and the chain has \d+\.$/]],
    [
      'debit and credit that were swapped',
      changed({ debit: credit, credit: debit }),
      [`The ${place}, from ${debit} to ${credit}, is not on chain.`, missing],
    ],
    [
      'a foreign transfer',
      lines.toSpliced(rewardAt, 0, foreign),
      [`The deposit, from outside:0x1 to wallet:${own[0]}, is not on chain.`],
    ],
    ['lines in another order', [...lines.slice(-1), ...lines.slice(0, -1)], [/ is out of order\.$/]],
    ['a tail that was cut', lines.slice(0, -1), [/ is missing\.$/]],
  ]

  test.each(plants)('%s', (_, planted, expected) => {
    const problems = compareJournal(planted, books(), { times: model.times, isWhole: true })
    expect(problems).toEqual(expected.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text))))
  })
})

describe('of the published figures is found and named:', () => {
  const published = publishedBooks(model)
  const [day] = published.days
  if (!day) throw new Error('the model has days')
  const one = { amount: '0.000001', currency: 'USDC' }
  const ofBooks = (change: object) => ({ ...published, books: { ...published.books, ...change } })
  const plants: [string, object, RegExp][] = [
    ['a balance', ofBooks({ balance: { ...published.books.balance, on_chain: one } }), /^The balance “on_chain”/],
    ['a total', ofBooks({ totals: { ...published.books.totals, returned: one } }), /^The total “returned”/],
    ['a count', ofBooks({ jobs: { ...published.books.jobs, lapsed: 0 } }), /^The number of jobs “lapsed”/],
    [
      'a figure of a day',
      { ...published, days: published.days.with(0, { ...day, funded: one }) },
      /“funded” is published as 1/,
    ],
    [
      'a day that was dropped',
      { ...published, days: published.days.slice(1) },
      new RegExp(`^The day ${day.day} is missing`),
    ],
    [
      'a day without events',
      { ...published, days: [...published.days, { ...day, day: '2031-01-01' }] },
      /has no event on chain/,
    ],
  ]

  test.each(plants)('%s', (_, planted, expected) => {
    expect(compareFigures(parsePublished(JSON.stringify(planted), 'planted'), books())).toEqual([
      expect.stringMatching(expected),
    ])
  })
})

test.each([
  ['a table', 'date,debit\n', /^Line 1 of mine\.csv is no line .*: it is not JSON\.$/],
  ['another object', '{"kind":"x"}\n', /^Line 1 of mine\.csv is no line .*: block_number: .+\.$/],
  ['a number', '7\n', /^Line 1 of mine\.csv is no line .*: the whole: .+\.$/],
])('%s in place of a journal is refused in one sentence that names the line', (_, text, expected) => {
  expect(() => parseJournal(text, 'mine.csv')).toThrow(expected)
})

test.each([
  ['a page', '<!doctype html>', /it is not JSON\.$/],
  ['books that were never closed', '{"books":null,"days":[]}', /: books: .+\.$/],
])('%s in place of the published figures is refused in one sentence', (_, text, expected) => {
  expect(() => parsePublished(text, 'mine.json')).toThrow(expected)
})

describe('on the chain itself is found and named:', () => {
  const at = (name: string) => model.logs.findIndex((log) => log.name === name)
  const settled = model.logs[at('JobSettled')] as BookLog
  const theft = { ...settled, name: 'Transfer', args: { from: model.escrow, to: '0x9', value: 5n }, index: 999 }
  const isPaid = ({ name, transaction, args }: BookLog) =>
    name === 'Transfer' &&
    transaction === settled.transaction &&
    args.to === settled.args.agent &&
    args.value === settled.args.reward

  test.each([
    [
      'money that leaves without an event',
      [...model.logs, theft],
      /^The escrow sent 5 units to 0x9 .* no event says why\.$/,
    ],
    [
      'a payment that no transfer brings',
      model.logs.filter((log) => !isPaid(log)),
      /^JobSettled .* no transfer brings them\.$/,
    ],
    [
      'a deferral that no event promised',
      [
        ...model.logs,
        { ...settled, name: 'PaymentDeferred', args: { id: 1n, account: '0x9', amount: 5n }, index: 999 },
      ],
      /was deferred .* that no event promised/,
    ],
  ])('%s', (_, logs, expected) => {
    expect(books(logs).problems).toEqual([expect.stringMatching(expected)])
  })
})
