import { findCursor, type LogRow } from '#lib/data/chain-index.ts'
import { inTransaction } from '#lib/data/database.ts'
import { findBooks, listMoneyLogs, saveBooks } from '#lib/data/escrow-books.ts'
import { addSums, type BookSums, balanceOf, emptySums, sumsOf } from '#lib/domain/escrow-books.ts'
import { Failure } from '#lib/domain/failure.ts'
import type { Context } from '../context.ts'

const batch = 5_000

/**
 * Sums the escrow's events up to the newest one in effect, day by day, and reads what the escrow holds of the token at
 * that block. Returns what is missing there of what the events say; zero or less when nothing is.
 */
export async function closeBooks(ctx: Context): Promise<bigint> {
  for (;;) {
    const cursor = await findCursor(ctx.db, ctx.chain.chainId)
    if (!cursor) return 0n
    const books = await findBooks(ctx.db)
    const above = books?.throughBlock ?? -1n
    const logs = await listMoneyLogs(ctx.db, { above, upTo: cursor.appliedBlock, limit: batch + 1 })
    const isRest = logs.length <= batch
    const throughBlock = isRest ? cursor.appliedBlock : wholeBlocks(logs)
    const days = await sumByDay(
      ctx,
      logs.filter(({ blockNumber }) => blockNumber <= throughBlock),
    )
    const balance = await ctx.chain.balanceAt(ctx.chain.escrow, throughBlock)
    const isSaved = await inTransaction(ctx.db, (tx) => saveBooks(tx, books, { throughBlock, balance, days }))
    if (!isSaved) return 0n
    const sums = [...days.values()].reduce(addSums, books ?? emptySums())
    if (isRest) return balanceOf(sums).balance - balance
  }
}

/** The last block of a cut list that is surely whole. */
function wholeBlocks(logs: readonly LogRow[]): bigint {
  const last = logs.at(-1)?.blockNumber ?? 0n
  return last - 1n
}

async function sumByDay(ctx: Context, logs: readonly LogRow[]): Promise<Map<string, BookSums>> {
  const days = new Map<string, BookSums>()
  for (const [number, events] of Map.groupBy(logs, ({ blockNumber }) => blockNumber)) {
    const block = await ctx.chain.block(number)
    if (!block)
      throw new Failure('chain_unavailable', `The node does not have block ${number}.`, { retryAfterSeconds: 5 })
    const day = new Date(Number(block.timestamp) * 1_000).toISOString().slice(0, 10)
    const sums = events.map((event) => ({ ...emptySums(), ...sumsOf(event) })).reduce(addSums)
    days.set(day, addSums(days.get(day) ?? emptySums(), sums))
  }
  return days
}
