import { findCursor } from '../../data/chain-index.ts'
import { inTransaction } from '../../data/database.ts'
import { findBooks, listMoneyLogs, saveBooks } from '../../data/escrow-books.ts'
import { addSums, type BookSums, balanceOf, emptySums, sumsOf } from '../../domain/escrow-books.ts'
import { Failure } from '../../domain/failure.ts'
import type { Context } from '../context.ts'

const batch = 5_000
const wholeBlock = 2_147_483_647

/**
 * Sums the escrow's events up to the newest one in effect, day by day, and reads what the escrow holds of the token at
 * that block. Returns what is missing there of what the events say; zero or less when nothing is.
 */
export async function closeBooks(ctx: Context): Promise<bigint> {
  const cursor = await findCursor(ctx.db, ctx.chain.chainId)
  if (!cursor) return 0n
  const throughBlock = cursor.appliedBlock
  const before = await findBooks(ctx.db)
  const days = await sumDays(ctx, before?.throughBlock ?? -1n, throughBlock)
  const balance = await ctx.chain.balanceAt(ctx.chain.escrow, throughBlock)
  const isSaved = await inTransaction(ctx.db, (tx) => saveBooks(tx, before, { throughBlock, balance, days }))
  const sums = [...days.values()].reduce(addSums, before ?? emptySums())
  return isSaved ? balanceOf(sums).balance - balance : 0n
}

/** What happened above one block and up to another, by the day of its block. */
async function sumDays(ctx: Context, above: bigint, upTo: bigint): Promise<Map<string, BookSums>> {
  const days = new Map<string, BookSums>()
  let after = { blockNumber: above, logIndex: wholeBlock }
  for (;;) {
    const logs = await listMoneyLogs(ctx.db, { after, upTo, limit: batch })
    for (const [number, events] of Map.groupBy(logs, ({ blockNumber }) => blockNumber)) {
      const day = await dayOf(ctx, number)
      const sums = events.map((event) => ({ ...emptySums(), ...sumsOf(event) }))
      days.set(day, sums.reduce(addSums, days.get(day) ?? emptySums()))
    }
    const last = logs.at(-1)
    if (!last || logs.length < batch) return days
    after = last
  }
}

async function dayOf(ctx: Context, number: bigint): Promise<string> {
  const block = await ctx.chain.block(number)
  if (block) return new Date(Number(block.timestamp) * 1_000).toISOString().slice(0, 10)
  throw new Failure('chain_unavailable', `The node does not have block ${number}.`, { retryAfterSeconds: 5 })
}
