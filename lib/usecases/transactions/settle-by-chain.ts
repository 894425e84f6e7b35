import { findSnapshot } from '#lib/data/drafts.ts'
import { findJobEffect, type TransactionRow } from '#lib/data/transactions.ts'
import { findWalletById } from '#lib/data/wallets.ts'
import type { Context } from '../context.ts'
import { moveAndRecord, note } from './move.ts'
import { isLongUnchanged } from './vanished.ts'

/** In units of the ten minutes that count as long. */
const anHour = 6

/**
 * What the chain alone can say about a transaction of which the provider says nothing new, so that none stays live for
 * ever. A FUNDING has the indexer for that: the job's creation confirms it, or the end of its window ends it.
 */
export async function settleByChain(ctx: Context, row: TransactionRow): Promise<TransactionRow | undefined> {
  if (row.state === 'CONFIRMING') return undefined
  if (row.purpose === 'APPROVAL') return settleApproval(ctx, row)
  if (row.purpose === 'JOB_CANCEL' || row.purpose === 'JOB_REFUND') return settleAction(ctx, row)
  return undefined
}

/** An allowance is of no use once its snapshot cannot be funded, and nothing is left to wait for once it is there. */
async function settleApproval(ctx: Context, row: TransactionRow): Promise<TransactionRow | undefined> {
  const snapshot = row.snapshotId ? await findSnapshot(ctx.db, row.snapshotId) : undefined
  const { timestamp } = await ctx.chain.finalBlock()
  if (snapshot && timestamp > snapshot.fundBy) {
    const failureDetail = 'The time to fund the job passed before the allowance was confirmed.'
    return moveAndRecord(ctx, row, 'EXPIRED', { failureCode: 'funding_window_passed', failureDetail })
  }
  if (!wasApproved(row) || !isLongUnchanged(row) || row.amount === null) return undefined
  const wallet = row.walletId ? await findWalletById(ctx.db, row.walletId) : undefined
  if (!wallet || (await ctx.chain.allowance(wallet.address)) < row.amount) return undefined
  const failureDetail =
    'The exact allowance is on chain, so nothing is left to approve; the wallet provider never named its transaction.'
  return moveAndRecord(ctx, row, 'EXPIRED', { failureCode: 'allowance_seen', failureDetail })
}

/** The escrow accepts one end of a job, so its event counts whichever transaction the provider named, or none. */
async function settleAction(ctx: Context, row: TransactionRow): Promise<TransactionRow | undefined> {
  const { onchainJobId } = row
  if (onchainJobId === null) return undefined
  const event = row.purpose === 'JOB_CANCEL' ? 'JobCancelled' : 'JobRefunded'
  const effect = await findJobEffect(ctx.db, onchainJobId, event)
  if (effect) return followEffect(ctx, row, effect)
  if (!wasApproved(row)) return endForbidden(ctx, row, onchainJobId)
  if (!isLongUnchanged(row, anHour)) return undefined
  const failureDetail = 'The wallet provider lost the transaction, and the chain does not have it.'
  return moveAndRecord(ctx, row, 'FAILED', { failureCode: 'not_mined', failureDetail })
}

function followEffect(
  ctx: Context,
  row: TransactionRow,
  { transactionHash }: { transactionHash: `0x${string}` },
): Promise<TransactionRow | undefined> | undefined {
  if (row.state !== 'BROADCAST') return moveAndRecord(ctx, row, 'BROADCAST', { transactionHash })
  return row.transactionHash === transactionHash ? undefined : note(ctx, row, { transactionHash })
}

/** A challenge that is still to be approved ends once the contract would refuse what it does. */
async function endForbidden(ctx: Context, row: TransactionRow, id: bigint): Promise<TransactionRow | undefined> {
  const actions = await ctx.chain.actions(id)
  const kind = row.purpose === 'JOB_CANCEL' ? 'CANCEL' : 'CLAIM_REFUND'
  if (actions.some((action) => action.kind === kind && action.open)) return undefined
  const job = await ctx.chain.job(id)
  // Its own effect may be what forbids it now; the indexer will tell.
  if (!job || job.state === (row.purpose === 'JOB_CANCEL' ? 'CANCELLED' : 'REFUNDED')) return undefined
  const failureDetail = `The job is ${job.state} now, and the contract would refuse the call.`
  return moveAndRecord(ctx, row, 'EXPIRED', { failureCode: 'action_not_allowed', failureDetail })
}

function wasApproved({ state }: TransactionRow): boolean {
  return state === 'SUBMITTED' || state === 'BROADCAST'
}
