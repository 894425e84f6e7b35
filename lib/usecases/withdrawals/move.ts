import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { moveWithdrawal, type WithdrawalRow } from '../../data/withdrawals.ts'
import type { WithdrawalState } from '../../domain/agent.ts'
import { movedTo } from '../../domain/event-name.ts'
import type { MinedTransfer } from '../../ports/chain.ts'
import type { Context } from '../context.ts'

export type WithdrawalFacts = Parameters<typeof moveWithdrawal>[3]

/**
 * One guarded move and its event, or facts alone when the state stays and they neither begin nor end a doubt; false when the
 * row has moved since it was read.
 */
export async function move(
  ctx: Context,
  row: WithdrawalRow,
  to: WithdrawalState,
  facts: WithdrawalFacts,
  because?: Record<string, unknown>,
): Promise<boolean> {
  return inTransaction(ctx.db, async (tx) => {
    const moved = await moveWithdrawal(tx, row, to, facts)
    const name = moved && eventOf(row, moved)
    if (!moved || !name) return moved !== undefined
    const subject = { type: 'withdrawal', id: row.id } as const
    const evidence = {
      ...(moved.transactionHash && { transaction_hash: moved.transactionHash }),
      ...(moved.failureCode && { failure: moved.failureCode }),
      ...because,
    }
    const change = { name: movedTo('withdrawal', name), from: row.state, to, evidence }
    await recordEvent(tx, { actor: ctx.actor, subject, userId: row.userId, ...change })
    return true
  })
}

/** A confirmed withdrawal is in doubt while the chain has not its transfer, though it stays confirmed. */
function eventOf(before: WithdrawalRow, after: WithdrawalRow): WithdrawalState | undefined {
  if (before.state !== after.state) return after.state
  if (after.state !== 'CONFIRMED' || before.failureCode === after.failureCode) return undefined
  return after.failureCode ? 'IN_DOUBT' : 'CONFIRMED'
}

/** CONFIRMED by the token's own final transfer. */
export function confirm(
  ctx: Context,
  row: WithdrawalRow,
  transfer: MinedTransfer,
  because?: Record<string, unknown>,
): Promise<boolean> {
  const { transactionHash, blockNumber, blockHash, logIndex } = transfer
  const cleared = { reconciling: false, failureCode: null, failureDetail: null }
  return move(ctx, row, 'CONFIRMED', { transactionHash, blockNumber, blockHash, logIndex, ...cleared }, because)
}

/** For sweeps. A row that has moved since it was read is left as it is: the next round reads it again. */
export async function moveUnlessMoved(
  ctx: Context,
  row: WithdrawalRow,
  to: WithdrawalState,
  facts: WithdrawalFacts,
): Promise<void> {
  // Ignored because nothing was done on the strength of the move, and the next round decides from what it finds.
  await move(ctx, row, to, facts)
}

/** The same for a transfer that was found: the next round finds it again. */
export async function confirmUnlessMoved(ctx: Context, row: WithdrawalRow, transfer: MinedTransfer): Promise<void> {
  // Ignored because the transfer stays on chain, where the next round finds it for the row as it is by then.
  await confirm(ctx, row, transfer)
}
