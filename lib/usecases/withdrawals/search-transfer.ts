import { isCredited, type WithdrawalRow } from '#lib/data/withdrawals.ts'
import type { Address, MinedTransfer } from '#lib/ports/chain.ts'
import type { Context } from '../context.ts'
import { move } from './move.ts'

/** Blocks in one range, and ranges in one search. */
const rangeBlocks = 1_000n
const rangesMax = 20

/** `ruled_out` speaks of the blocks that are final now; `unfinished` has searched some of them and goes on next time. */
export type SearchResult = { kind: 'found'; transfer: MinedTransfer } | { kind: 'ruled_out' } | { kind: 'unfinished' }

/**
 * Looks for the transfer of a withdrawal in the token's own logs, from the block of its intent to the newest final one,
 * whatever the provider says. A transfer that confirmed another withdrawal is left out.
 */
export async function searchTransfer(ctx: Context, row: WithdrawalRow, wallet: Address): Promise<SearchResult> {
  const { number: final } = await ctx.chain.finalBlock()
  const parties = { from: wallet, to: row.destination, amount: row.amount }
  let from = row.searchFrom
  for (let ranges = 0; from <= final && ranges < rangesMax; ranges += 1) {
    const to: bigint = from + rangeBlocks - 1n < final ? from + rangeBlocks - 1n : final
    for (const transfer of await ctx.chain.transfers(parties, from, to))
      if (!(await isCredited(ctx.db, transfer))) return { kind: 'found', transfer }
    from = to + 1n
  }
  if (from > final) return { kind: 'ruled_out' }
  await move(ctx, row, row.state, { searchFrom: from })
  return { kind: 'unfinished' }
}
