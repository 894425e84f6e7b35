import { findAgent } from '../../data/agents.ts'
import { isUniqueViolation } from '../../data/database.ts'
import { isCredited, listFailedWithTransaction, type WithdrawalRow } from '../../data/withdrawals.ts'
import type { WorkerContext } from '../context.ts'
import { sweepRows } from '../sweep-rows.ts'
import { confirmUnlessMoved, moveUnlessMoved } from './move.ts'

/**
 * Confirms failed withdrawals whose own transaction was mined after all, so that the books say what the chain says. A
 * transaction that is not known to be of the row is never taken for it.
 */
export async function adoptLateTransfers(ctx: WorkerContext): Promise<void> {
  await sweepRows(await listFailedWithTransaction(ctx.db, 50), {
    nameOf: ({ id }) => id,
    handle: (row) =>
      adopt(ctx, row).catch(async (error: unknown) => {
        await note(ctx, row)
        throw error
      }),
  })
}

async function adopt(ctx: WorkerContext, row: WithdrawalRow): Promise<void> {
  const wallet = (await findAgent(ctx.db, row.agentId))?.walletAddress
  const { transactionHash } = row
  if (!wallet || !transactionHash) return
  const expected = { event: 'Transfer', from: wallet, to: row.destination, amount: row.amount } as const
  const outcome = await ctx.chain.outcome(transactionHash, expected, null)
  if (outcome.kind !== 'done' || !outcome.isFinal) return note(ctx, row)
  const transfer = { transactionHash, ...outcome }
  if (await isCredited(ctx.db, transfer)) return note(ctx, row)
  try {
    await confirmUnlessMoved(ctx, row, transfer)
  } catch (error) {
    // Another withdrawal was confirmed by this very transfer at the same moment.
    if (!isUniqueViolation(error, 'withdrawals_log')) throw error
  }
}

/** The row stays as it is, and its turn comes again later. */
async function note(ctx: WorkerContext, row: WithdrawalRow): Promise<void> {
  await moveUnlessMoved(ctx, row, row.state, {})
}
