import { findLiveWithdrawal, isCredited, type WithdrawalRow } from '../../data/withdrawals.ts'
import type { Address, MinedTransfer } from '../../ports/chain.ts'
import type { Context } from '../context.ts'
import { moveUnlessMoved } from './move.ts'

/** Blocks in one range, and ranges in one search. */
const rangeBlocks = 128n
const rangesMax = 8

/**
 * `ruled_out` speaks of all blocks up to the newest; `unfinished` has searched some of them, or found a transfer that is
 * not final yet, and goes on next time; `unproven` waits for the node to prove which transfers that block holds.
 */
export type SearchResult =
  | { kind: 'found'; transfer: MinedTransfer }
  | { kind: 'ruled_out' }
  | { kind: 'unfinished' }
  | { kind: 'unproven'; block: bigint }

/**
 * Looks for the transfer of a withdrawal in the token's own logs, from the block of its intent to the newest one,
 * whatever the provider says. A transfer that confirmed another withdrawal is left out, and so are blocks that may hold the
 * transfer of a later one: a confirmed withdrawal that lost its transfer may have a live one after it.
 */
export async function searchTransfer(ctx: Context, row: WithdrawalRow, wallet: Address): Promise<SearchResult> {
  const [final, latest, later] = await Promise.all([
    ctx.chain.finalBlock(),
    ctx.chain.latestBlock(),
    findLiveWithdrawal(ctx.db, row.agentId),
  ])
  const last = later && later.id !== row.id ? min(latest.number, later.searchFrom - 1n) : latest.number
  const parties = { from: wallet, to: row.destination, amount: row.amount }
  let from = row.searchFrom
  for (let ranges = 0; from <= last && ranges < rangesMax; ranges += 1) {
    const to = min(from + rangeBlocks - 1n, last)
    const { transfers, provenTo } = await ctx.chain.transfers(parties, from, to)
    for (const transfer of transfers) {
      if (await isCredited(ctx.db, transfer)) continue
      return transfer.blockNumber <= final.number ? { kind: 'found', transfer } : { kind: 'unfinished' }
    }
    if (provenTo < from) return { kind: 'unproven', block: from }
    from = provenTo + 1n
  }
  if (from > last) return { kind: 'ruled_out' }
  // What is not final may still be replaced, so it is searched again.
  await moveUnlessMoved(ctx, row, row.state, { searchFrom: min(from, final.number + 1n) })
  return { kind: 'unfinished' }
}

const min = (a: bigint, b: bigint) => (a < b ? a : b)
