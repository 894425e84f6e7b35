import { addSums, type BookSums, balanceOf, emptySums, sumsOf } from '#lib/domain/escrow-books.ts'
import { type JournalEntry, journalOf, openingEntry } from '#lib/domain/journal.ts'
import { formatAmount } from '#lib/domain/money.ts'
import type { Model } from './model.ts'
import type { BookLog } from './read-logs.ts'

type Hex = `0x${string}`

/** What the service publishes of a model's logs, by the service's own rules. */
export function publishedBooks({ logs, times, escrow, through }: Model) {
  const byDay = new Map<string, BookSums>()
  const shown = logs.filter(({ name }) => name !== 'Transfer')
  for (const log of shown) {
    const day = times.get(log.block)?.slice(0, 10) ?? ''
    byDay.set(day, addSums(byDay.get(day) ?? emptySums(), { ...emptySums(), ...sumsOf(eventOf(log)) }))
  }
  const sums = [...byDay.values()].reduce(addSums, emptySums())
  const { held, owed, balance } = balanceOf(sums)
  const onChain = movesOf(logs).reduce(
    (sum, { from, to, amount }) => sum + (to === escrow ? amount : 0n) - (from === escrow ? amount : 0n),
    0n,
  )
  const { created, settled, cancelled, refunded, lapsed } = sums
  return {
    books: {
      through_block: through.toString(),
      balance: {
        held: money(held),
        owed: money(owed),
        by_events: money(balance),
        on_chain: money(onChain),
        missing: money(balance > onChain ? balance - onChain : 0n),
        unclaimed: money(onChain > balance ? onChain - balance : 0n),
      },
      totals: totalsOf(sums),
      jobs: { ...countsOf(sums), open: created - settled - cancelled - refunded - lapsed },
    },
    days: [...byDay].map(([day, ofDay]) => ({ day, ...totalsOf(ofDay), ...countsOf(ofDay) })),
  }
}

/** The journal of the owner of these wallets after a block, block by block as the service reads it. */
export function publishedJournal({ logs, times, escrow }: Model, wallets: readonly Hex[], after = 0n): string {
  const clients = new Map(
    logs.filter(({ name }) => name === 'JobCreated').map(({ args }) => [args.id, args.client as Hex]),
  )
  const isMine = (address: unknown) => wallets.includes(address as Hex)
  const events = logs
    .filter(({ name }) => name !== 'Transfer')
    .map((log) => ({ ...eventOf(log), client: clients.get(log.args.id) ?? null }))
    .filter(({ client, args }) => isMine(client) || isMine(args.agent) || isMine(args.account))
  const moves = movesOf(logs).filter(({ from, to }) => [from, to].some((one) => one === escrow || isMine(one)))
  const parties = { escrow, wallets: new Map(wallets.map((wallet) => [wallet, after])) }
  const eventsOf = Map.groupBy(events, ({ blockNumber }) => blockNumber)
  const movesIn = Map.groupBy(moves, ({ blockNumber }) => blockNumber)
  const blocks = [...new Set([...eventsOf.keys(), ...movesIn.keys()])].toSorted((a, b) => Number(a - b))
  const entries = blocks.flatMap((block) => journalOf(eventsOf.get(block) ?? [], movesIn.get(block) ?? [], parties))
  const openings = wallets.flatMap((wallet) => openingEntry(wallet, after, heldBy(wallet, after, moves)))
  return [...openings, ...entries].map((entry) => `${JSON.stringify(lineOf(entry, times))}\n`).join('')
}

const heldBy = (wallet: Hex, through: bigint, moves: ReturnType<typeof movesOf>) =>
  moves
    .filter(({ blockNumber }) => blockNumber <= through)
    .reduce((sum, { from, to, amount }) => sum + (to === wallet ? amount : 0n) - (from === wallet ? amount : 0n), 0n)

const money = (units: bigint) => ({ amount: formatAmount(units), currency: 'USDC' })

const totalsOf = ({ funded, rewards, fees, returned }: BookSums) => ({
  funded: money(funded),
  rewards: money(rewards),
  verifier_fees: money(fees),
  returned: money(returned),
})

const countsOf = ({ created, settled, rejected, cancelled, refunded, lapsed }: BookSums) => ({
  created,
  settled,
  rejected,
  cancelled,
  refunded,
  lapsed,
})

const placeOf = ({ block, index, transaction }: BookLog) => ({
  blockNumber: block,
  logIndex: index,
  transactionHash: transaction,
})

function eventOf(log: BookLog) {
  const onchainJobId = log.args.id === undefined ? null : (log.args.id as bigint)
  return { eventName: log.name, args: log.args, onchainJobId, ...placeOf(log) }
}

function movesOf(logs: readonly BookLog[]) {
  return logs
    .filter(({ name }) => name === 'Transfer')
    .map((log) => {
      const { from, to, value } = log.args as { from: Hex; to: Hex; value: bigint }
      return { from, to, amount: value, ...placeOf(log) }
    })
}

const lineOf = (entry: JournalEntry, times: Model['times']) => ({
  block_number: entry.blockNumber.toString(),
  block_time: entry.kind === 'opening' ? null : (times.get(entry.blockNumber) ?? null),
  transaction_hash: entry.transactionHash,
  log_index: entry.logIndex,
  transfer_log_index: entry.transferIndex,
  kind: entry.kind,
  onchain_job_id: entry.onchainJobId?.toString() ?? null,
  attempt: entry.attempt,
  debit: entry.debit,
  credit: entry.credit,
  amount: entry.amount.toString(),
})
