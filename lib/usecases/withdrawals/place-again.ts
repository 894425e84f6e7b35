import { findAgent } from '../../data/agents.ts'
import { isCredited, type WithdrawalRow } from '../../data/withdrawals.ts'
import type { WorkerContext } from '../context.ts'
import { confirmUnlessMoved, moveUnlessMoved } from './move.ts'
import { searchTransfer } from './search-transfer.ts'

/**
 * Finds where the transfer of a confirmed withdrawal is, after the chain rewrote its block. The withdrawal stays confirmed, since
 * the transfer may come back at any time; while it is nowhere, the withdrawal says so.
 */
export async function placeAgain(ctx: WorkerContext, row: WithdrawalRow): Promise<void> {
  const wallet = (await findAgent(ctx.db, row.agentId))?.walletAddress
  const { transactionHash } = row
  if (!wallet || !transactionHash) return
  const expected = { event: 'Transfer', from: wallet, to: row.destination, amount: row.amount } as const
  const outcome = await ctx.chain.outcome(transactionHash, expected, null)
  const own = outcome.kind === 'done' ? { transactionHash, ...outcome } : undefined
  const isOwn = own !== undefined && !(await isCredited(ctx.db, own, row))
  if (isOwn && own.isFinal) return confirmUnlessMoved(ctx, row, own)
  // The provider may have sent it again, in another transaction.
  const search = isOwn ? undefined : await searchTransfer(ctx, row, wallet)
  if (search?.kind === 'found') return confirmUnlessMoved(ctx, row, search.transfer)
  await moveUnlessMoved(ctx, row, row.state, search?.kind === 'ruled_out' ? vanished : {})
}

const vanished = {
  failureCode: 'transaction_vanished',
  failureDetail: 'The chain took back the block of this transfer, and does not have the transfer now. We keep looking.',
}
