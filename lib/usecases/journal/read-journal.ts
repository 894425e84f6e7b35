import { findCursor } from '../../data/chain-index.ts'
import {
  type JournalOwner,
  listBlockTransfers,
  listMoneyBlocks,
  listMoneyEvents,
  listOwnAddresses,
} from '../../data/journal.ts'
import { listMarksOf, type TransferMark } from '../../data/token-transfers.ts'
import { type JournalEntry, journalOf, openingEntry } from '../../domain/journal.ts'
import type { Address } from '../../ports/chain.ts'
import { type Context, requireUser } from '../context.ts'

export type TimedEntry = JournalEntry & { minedAt: Date | null }
/** `batches` are read from the database as they are asked for, so the length of a journal costs no memory. */
export type Journal = { throughBlock: bigint; batches: AsyncGenerator<TimedEntry[]> }

const blocksPerBatch = 200

/** Every movement of money of the caller's wallets and jobs that is proven on chain, in its order. */
export async function readJournal(ctx: Context): Promise<Journal> {
  const { userId } = requireUser(ctx)
  const addresses = await listOwnAddresses(ctx.db, userId)
  const marks = await listMarksOf(ctx.db, [...addresses, ctx.chain.escrow])
  const cursor = await findCursor(ctx.db, ctx.chain.chainId)
  const own = marks.filter(({ address }) => address !== ctx.chain.escrow)
  const throughBlock = lowest([cursor?.appliedBlock ?? 0n, ...marks.map((mark) => mark.throughBlock)])
  const owner = { userId, addresses: own.map(({ address }) => address) }
  return { throughBlock, batches: readBatches(ctx, owner, { marks: own, throughBlock }) }
}

async function* readBatches(
  ctx: Context,
  owner: JournalOwner,
  { marks, throughBlock }: { marks: readonly TransferMark[]; throughBlock: bigint },
): AsyncGenerator<TimedEntry[]> {
  if (marks.length === 0) return
  const { escrow } = ctx.chain
  const wallets = new Map(marks.map(({ address, fromBlock }) => [address, fromBlock]))
  const openings = marks
    .toSorted((a, b) => Number(a.fromBlock - b.fromBlock))
    .flatMap(({ address, fromBlock, openingBalance }) => openingEntry(address, fromBlock, openingBalance))
  yield openings.map((entry) => ({ ...entry, minedAt: null }))
  let above = lowest(marks.map(({ fromBlock }) => fromBlock))
  for (;;) {
    const blocks = await listMoneyBlocks(ctx.db, owner, { above, upTo: throughBlock, limit: blocksPerBatch })
    const last = blocks.at(-1)
    if (last === undefined) return
    yield await readBatch(ctx, owner, { blocks, wallets, escrow })
    above = last
  }
}

type BatchOptions = { blocks: readonly bigint[]; wallets: ReadonlyMap<Address, bigint>; escrow: Address }

async function readBatch(
  ctx: Context,
  owner: JournalOwner,
  { blocks, wallets, escrow }: BatchOptions,
): Promise<TimedEntry[]> {
  const [events, transfers] = await Promise.all([
    listMoneyEvents(ctx.db, owner, blocks),
    listBlockTransfers(ctx.db, [...owner.addresses, escrow], blocks),
  ])
  const times = new Map(transfers.map(({ blockNumber, minedAt }) => [blockNumber, minedAt]))
  return journalOf(events, transfers, { wallets, escrow }).map((entry) => ({
    ...entry,
    minedAt: times.get(entry.blockNumber) ?? null,
  }))
}

const lowest = (numbers: readonly bigint[]) => numbers.toSorted((a, b) => Number(a - b))[0] ?? 0n
