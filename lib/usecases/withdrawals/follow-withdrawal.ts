import { findAgent } from '#lib/data/agents.ts'
import { inTransaction } from '#lib/data/database.ts'
import { recordEvent } from '#lib/data/events.ts'
import { findWithdrawal, listStaleWithdrawals, moveWithdrawal, type WithdrawalRow } from '#lib/data/withdrawals.ts'
import type { WithdrawalState } from '#lib/domain/agent.ts'
import { isFailure } from '#lib/domain/failure.ts'
import type { WorkerContext } from '../context.ts'

/** Provider states after which a transfer will never be mined. */
const givenUp = new Set(['FAILED', 'DENIED', 'CANCELLED'])

/**
 * Sends an intended withdrawal to the provider under its own key, and follows it until the token's own transfer is final.
 * Safe to repeat: the same key never sends twice.
 */
export async function followWithdrawal(ctx: WorkerContext, input: { withdrawalId: string }): Promise<void> {
  const row = await findWithdrawal(ctx.db, input.withdrawalId)
  if (row?.state === 'INTENT') await submit(ctx, row)
  if (row?.state === 'SUBMITTED') await follow(ctx, row)
}

/** Looks at every live withdrawal that nobody looked at for a while. */
export async function sweepWithdrawals(ctx: WorkerContext): Promise<void> {
  for (const row of await listStaleWithdrawals(ctx.db, 1, 50)) {
    try {
      await followWithdrawal(ctx, { withdrawalId: row.id })
    } catch (error) {
      // Provider or chain cannot be asked now; the next sweep looks again.
      if (!isFailure(error)) throw error
    }
  }
}

async function submit(ctx: WorkerContext, row: WithdrawalRow): Promise<void> {
  const agent = await findAgent(ctx.db, row.agentId)
  if (!agent?.providerWalletId) return
  // From here on the provider may have been asked: when it refuses a repetition, the first request may have been taken.
  const isRepeated = row.reconciling
  if (!isRepeated) await inTransaction(ctx.db, (tx) => moveWithdrawal(tx, row, 'INTENT', { reconciling: true }))
  try {
    const { transactionId } = await ctx.agentWallets.transfer({
      walletId: agent.providerWalletId,
      destination: row.destination,
      amount: row.amount,
      refId: row.id,
      idempotencyKey: row.idempotencyKey,
    })
    await move(ctx, row, 'SUBMITTED', { providerTransactionId: transactionId, reconciling: false })
  } catch (error) {
    if (!isFailure(error)) throw error
    // The intent stays, in doubt; the sweeper repeats the very same request.
    if (error.code !== 'provider_refused') return
    const taken = isRepeated
      ? await ctx.agentWallets.findTransfer({ walletId: agent.providerWalletId, refId: row.id })
      : undefined
    if (taken) {
      await move(ctx, row, 'SUBMITTED', { providerTransactionId: taken.transactionId, reconciling: false })
      return
    }
    await move(ctx, row, 'FAILED', { failureCode: error.code, failureDetail: error.message, reconciling: false })
  }
}

async function follow(ctx: WorkerContext, row: WithdrawalRow): Promise<void> {
  const agent = await findAgent(ctx.db, row.agentId)
  if (!row.providerTransactionId || !agent?.walletAddress) return
  const told = await ctx.agentWallets.transaction(row.providerTransactionId)
  const transactionHash = told?.transactionHash ?? row.transactionHash
  if (!transactionHash) {
    if (told && givenUp.has(told.state))
      return move(ctx, row, 'FAILED', { failureCode: 'provider_failed', failureDetail: told.errorReason ?? told.state })
    await inTransaction(ctx.db, (tx) => moveWithdrawal(tx, row, 'SUBMITTED', { providerState: told?.state ?? null }))
    return
  }
  const expected = { event: 'Transfer', from: agent.walletAddress, to: row.destination, amount: row.amount } as const
  const outcome = await ctx.chain.outcome(transactionHash, expected, null)
  const facts = { transactionHash, providerState: told?.state ?? row.providerState }
  if (outcome.kind === 'done' && outcome.isFinal) {
    const { blockNumber, blockHash, logIndex } = outcome
    const cleared = { reconciling: false, failureCode: null, failureDetail: null }
    return move(ctx, row, 'CONFIRMED', { ...facts, ...cleared, blockNumber, blockHash, logIndex })
  }
  const isOver = (outcome.kind === 'failed' || outcome.kind === 'absent') && outcome.isFinal
  if (isOver && told && givenUp.has(told.state))
    return move(ctx, row, 'FAILED', { ...facts, failureCode: 'failed_on_chain', failureDetail: outcome.reason })
  // Mined, but not what was asked for: kept live, so that nothing is paid a second time before somebody has looked.
  const doubt = isOver ? { reconciling: true, failureCode: 'unexpected_effect', failureDetail: outcome.reason } : {}
  await inTransaction(ctx.db, (tx) => moveWithdrawal(tx, row, 'SUBMITTED', { ...facts, ...doubt }))
}

type Facts = Parameters<typeof moveWithdrawal>[3]

async function move(ctx: WorkerContext, row: WithdrawalRow, to: WithdrawalState, facts: Facts): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const moved = await moveWithdrawal(tx, row, to, facts)
    if (!moved) return
    const subject = { type: 'withdrawal', id: row.id } as const
    const evidence = {
      ...(moved.transactionHash && { transaction_hash: moved.transactionHash }),
      ...(moved.failureCode && { failure: moved.failureCode }),
    }
    const change = { name: `withdrawal.${to.toLowerCase()}`, from: row.state, to, evidence }
    await recordEvent(tx, { actor: ctx.actor, subject, userId: row.userId, ...change })
  })
}
