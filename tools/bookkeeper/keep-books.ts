import type { BookLog } from './read-logs.ts'

/** A payment that an event of the escrow promises, and how it was kept. */
type Promised = {
  kind: 'funding' | 'reward' | 'silence_share' | 'verifier_fee' | 'returned' | 'collected'
  job: string | null
  attempt: number | null
  from: string
  to: string
  /** The agent that it is paid for, even if the money goes elsewhere; null for the client's own money. */
  earner: string | null
  amount: bigint
  event: BookLog
  kept: 'open' | 'deferred' | BookLog
}

export type Figures = {
  totals: Record<'funded' | 'rewards' | 'verifier_fees' | 'returned', bigint>
  jobs: Record<'created' | 'settled' | 'rejected' | 'cancelled' | 'refunded' | 'lapsed', number>
}
export type Books = Figures & {
  balance: Record<'held' | 'owed' | 'by_events' | 'on_chain' | 'missing' | 'unclaimed', bigint>
  days: Map<string, Figures>
  rows: Row[]
  /** What the transfers up to its opening left in each wallet that has one. */
  opened: Map<string, bigint>
  /** What is wrong on chain itself: money that moved without an event, or an event without money. */
  problems: string[]
}

/** One line of a journal. */
export type Row = {
  kind: string
  job: string | null
  attempt: number | null
  debit: string
  credit: string
  amount: bigint
  block: bigint
  transaction: string
  index: number
  transferIndex: number | null
}

type Kept = { escrow: string; wallets: readonly string[]; openings?: ReadonlyMap<string, bigint> }

/**
 * Keeps the books of an escrow from its logs and the token's transfers alone, transaction by transaction: a transfer or a
 * deferral keeps the oldest promise of the same transaction that it fits. `wallets` are those of whom a journal is kept,
 * each after the block of its opening, if it has one.
 */
export function keepBooks(
  logs: readonly BookLog[],
  times: ReadonlyMap<bigint, string>,
  { escrow, wallets: all, openings = new Map() }: Kept,
): Books {
  const clients = new Map<string, string>()
  const books = emptyBooks()
  for (const transaction of Map.groupBy(logs, ({ transaction }) => transaction).values()) {
    const promises: Promised[] = []
    const block = transaction[0]?.block ?? 0n
    const wallets = all.filter((wallet) => block > (openings.get(wallet) ?? -1n))
    for (const log of transaction) {
      if (log.name === 'Transfer') addToOpenings(books, log, openings)
      if (log.name === 'JobCreated') clients.set(String(log.args.id), String(log.args.client))
      if (log.name === 'Transfer') takeTransfer(books, promises, { log, escrow, wallets })
      else if (log.name === 'PaymentDeferred') defer(books, promises, log)
      else promises.push(...promisesOf(log, clients, escrow))
      if (shownNames.has(log.name)) dayOf(books, dayIn(times, log))
      count(books, log, dayIn(times, log))
    }
    for (const promise of promises) enter(books, promise, { clients, wallets, day: dayIn(times, promise.event) })
  }
  return close(books)
}

function addToOpenings({ opened }: Books, { args, block }: BookLog, openings: ReadonlyMap<string, bigint>): void {
  const { from, to, value } = args as { from: string; to: string; value: bigint }
  const add = (wallet: string, units: bigint) => {
    if (block <= (openings.get(wallet) ?? -1n)) opened.set(wallet, (opened.get(wallet) ?? 0n) + units)
  }
  add(from, -value)
  add(to, value)
}

/** A day with one of these is among the published ones. */
const shownNames = new Set([
  'JobCreated',
  'VerdictRecorded',
  'JobSettled',
  'AttemptRejected',
  'JobCancelled',
  'JobRefunded',
  'JobLapsed',
  'PaymentDeferred',
  'Collected',
])

const dayIn = (times: ReadonlyMap<bigint, string>, { block }: BookLog) => times.get(block)?.slice(0, 10)
const amountOf = ({ args }: BookLog, name: string) => args[name] as bigint
const at = ({ block, index }: BookLog) => `at log ${index} of block ${block}`

function promisesOf(event: BookLog, clients: ReadonlyMap<string, string>, escrow: string): Promised[] {
  const { name, args } = event
  const job = args.id === undefined ? null : String(args.id)
  const client = clients.get(job ?? '') ?? ''
  const attempt = args.attempt === undefined ? null : Number(args.attempt)
  const pay = (kind: Promised['kind'], to: string, argument: string): Promised[] => {
    const amount = amountOf(event, argument)
    const from = kind === 'funding' ? client : escrow
    return amount === 0n ? [] : [{ kind, job, attempt, from, to, earner: null, amount, event, kept: 'open' }]
  }
  const earn = (kind: Promised['kind'], argument: string) =>
    pay(kind, String(args.payee), argument).map((one) => ({ ...one, earner: String(args.agent) }))
  if (name === 'JobCreated') return pay('funding', escrow, 'held')
  if (name === 'VerdictRecorded') return earn('verifier_fee', 'fee')
  if (name === 'JobSettled') return [...earn('reward', 'reward'), ...pay('returned', client, 'returned')]
  if (name === 'JobLapsed') return [...earn('silence_share', 'toWorker'), ...pay('returned', client, 'toClient')]
  if (name === 'JobCancelled' || name === 'JobRefunded') return pay('returned', client, 'amount')
  return name === 'Collected' ? pay('collected', String(args.account), 'amount') : []
}

function takeTransfer(
  books: Books,
  promises: Promised[],
  { log, escrow, wallets }: { log: BookLog; escrow: string; wallets: readonly string[] },
): void {
  const { from, to, value } = log.args as { from: string; to: string; value: bigint }
  if (from === escrow) books.balance.on_chain -= value
  if (to === escrow) books.balance.on_chain += value
  const promise = promises.find(
    (one) => one.kept === 'open' && one.from === from && one.to === to && one.amount === value,
  )
  if (promise) promise.kept = log
  // What another person's agent earned into one of these wallets is a deposit.
  if (promise && (promise.earner === null || wallets.includes(promise.earner))) return
  if (!promise && from === escrow && value > 0n)
    books.problems.push(`The escrow sent ${value} units to ${to} ${at(log)}, and no event says why.`)
  const isMine = (address: string) => wallets.includes(address)
  if (value === 0n || !(isMine(from) || isMine(to))) return
  const account = (address: string) => `${isMine(address) ? 'wallet' : 'outside'}:${address}`
  books.rows.push({
    kind: isMine(from) ? (isMine(to) ? 'internal' : 'withdrawal') : 'deposit',
    job: null,
    attempt: null,
    debit: account(to),
    credit: account(from),
    amount: value,
    block: log.block,
    transaction: log.transaction,
    index: log.index,
    transferIndex: log.index,
  })
}

function defer(books: Books, promises: Promised[], log: BookLog): void {
  const amount = amountOf(log, 'amount')
  const promise = promises.find((one) => one.kept === 'open' && one.to === log.args.account && one.amount === amount)
  if (promise) promise.kept = 'deferred'
  else books.problems.push(`A payment of ${amount} units was deferred ${at(log)} that no event promised.`)
  books.balance.owed += amount
}

const figureOf = {
  funding: 'funded',
  reward: 'rewards',
  silence_share: 'rewards',
  verifier_fee: 'verifier_fees',
  returned: 'returned',
} as const

type EnterOptions = { clients: ReadonlyMap<string, string>; wallets: readonly string[]; day: string | undefined }

/** Books a promise once its transaction has shown how it was kept. */
function enter(books: Books, promise: Promised, { clients, wallets, day }: EnterOptions): void {
  const { kind, job, to, amount, event, kept } = promise
  if (kept === 'open')
    books.problems.push(`${event.name} ${at(event)} promises ${amount} units to ${to}, and no transfer brings them.`)
  if (kind === 'collected') books.balance.owed -= amount
  else {
    books.totals[figureOf[kind]] += amount
    dayOf(books, day).totals[figureOf[kind]] += amount
  }
  books.rows.push(...rowsOf(promise, clients.get(job ?? '') ?? '', wallets))
}

function rowsOf(promise: Promised, client: string, wallets: readonly string[]): Row[] {
  const { kind, job, attempt, to, earner, amount, event, kept } = promise
  const facts = { job, attempt, amount, block: event.block, transaction: event.transaction, index: event.index }
  const transferIndex = typeof kept === 'object' ? kept.index : null
  const row = (debit: string, credit: string): Row => ({ kind, ...facts, debit, credit, transferIndex })
  const state = typeof kept === 'object' ? 'wallet' : kept === 'deferred' ? 'owed' : 'unproven'
  const ofClient = (line: Row) => (wallets.includes(client) ? [line] : [])
  if (kind === 'funding') return ofClient(row(`job:${job}`, `${state}:${client}`))
  if (kind === 'returned') return ofClient(row(`${state}:${client}`, `job:${job}`))
  if (kind === 'collected') return wallets.includes(to) ? [row(`${state}:${to}`, `owed:${to}`)] : []
  const income = row(wallets.includes(to) ? `${state}:${to}` : `payee:${to}`, `income:${kind}`)
  const isEarned = earner !== null && wallets.includes(earner)
  return [...ofClient(row(`cost:${kind}`, `job:${job}`)), ...(isEarned ? [income] : [])]
}

/** The number of REJECTED among the contract's states. */
const rejected = 5
const endings = {
  JobCreated: 'created',
  JobSettled: 'settled',
  JobCancelled: 'cancelled',
  JobRefunded: 'refunded',
  JobLapsed: 'lapsed',
} as const

function count(books: Books, { name, args }: BookLog, day: string | undefined): void {
  const ending =
    name === 'AttemptRejected' && Number(args.state) === rejected ? 'rejected' : endings[name as 'JobCreated']
  if (!ending) return
  books.jobs[ending] += 1
  dayOf(books, day).jobs[ending] += 1
}

function emptyFigures(): Figures {
  return {
    totals: { funded: 0n, rewards: 0n, verifier_fees: 0n, returned: 0n },
    jobs: { created: 0, settled: 0, rejected: 0, cancelled: 0, refunded: 0, lapsed: 0 },
  }
}

function emptyBooks(): Books {
  const balance = { held: 0n, owed: 0n, by_events: 0n, on_chain: 0n, missing: 0n, unclaimed: 0n }
  return { ...emptyFigures(), balance, days: new Map(), rows: [], opened: new Map(), problems: [] }
}

function dayOf({ days }: Books, day = ''): Figures {
  const known = days.get(day) ?? emptyFigures()
  days.set(day, known)
  return known
}

function close(books: Books): Books {
  const { balance, totals } = books
  balance.held = totals.funded - totals.rewards - totals.verifier_fees - totals.returned
  balance.by_events = balance.held + balance.owed
  const more = balance.on_chain - balance.by_events
  balance.missing = more < 0n ? -more : 0n
  balance.unclaimed = more > 0n ? more : 0n
  books.rows.sort((a, b) => Number(a.block - b.block) || a.index - b.index)
  return books
}
