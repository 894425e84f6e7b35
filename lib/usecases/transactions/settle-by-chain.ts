import { inTransaction } from '../../data/database.ts'
import { findSnapshot } from '../../data/drafts.ts'
import { findJobById, findJobOfSnapshot } from '../../data/jobs.ts'
import { findJobEnd, findTransaction, type TransactionRow } from '../../data/transactions.ts'
import { findWalletById } from '../../data/wallets.ts'
import { isRuledOut, type JobActionPurpose, type JobState } from '../../domain/job.ts'
import { isLive } from '../../domain/transaction.ts'
import { isHalted } from '../chain/is-halted.ts'
import type { Context } from '../context.ts'
import { readAllowance } from '../wallet/read-allowance.ts'
import { confirmByEvent } from './confirm-by-event.ts'
import { moveAndRecord, note } from './move.ts'
import { recordFailure } from './record-failure.ts'
import { anHour, isLongUnchanged } from './vanished.ts'

/**
 * Decides by the chain alone when the provider says nothing new, so that no transaction stays live without an end. A
 * FUNDING without a job ends with its window, in `releaseLapsedFundings`. Nothing is decided while the indexer is halted.
 */
export async function settleByChain(ctx: Context, row: TransactionRow): Promise<TransactionRow | undefined> {
  if (await isHalted(ctx)) return undefined
  if (row.purpose === 'FUNDING') return settleFunding(ctx, row)
  if (row.state === 'CONFIRMING') return undefined
  if (row.purpose === 'APPROVAL') return settleApproval(ctx, row)
  if (row.purpose === 'JOB_CANCEL' || row.purpose === 'JOB_REFUND') return settleAction(ctx, row)
  return undefined
}

/** A job of the snapshot confirms its funding; any other funding of it can only be reverted. */
async function settleFunding(ctx: Context, row: TransactionRow): Promise<TransactionRow | undefined> {
  const { snapshotId } = row
  const job = snapshotId ? await findJobOfSnapshot(ctx.db, snapshotId) : undefined
  if (!snapshotId || !job) return undefined
  await inTransaction(ctx.db, (tx) => confirmByEvent(ctx, tx, { purpose: 'FUNDING', snapshotId }, job))
  const after = await findTransaction(ctx.db, row.id)
  if (!after || !isLive(after.state)) return after
  const failureDetail = 'Another transaction funded the job, and the escrow accepts one.'
  return moveAndRecord(ctx, after, 'EXPIRED', { failureCode: 'already_funded', failureDetail })
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
  if (!wallet || (await readAllowance(ctx, wallet.address)) !== row.amount) return undefined
  const failureDetail =
    'The exact allowance is on chain, so nothing is left to approve; the wallet provider never named its transaction.'
  return moveAndRecord(ctx, row, 'EXPIRED', { failureCode: 'allowance_seen', failureDetail })
}

/** The escrow accepts one end of a job, so its event counts whichever transaction the provider named, or none. */
async function settleAction(ctx: Context, row: TransactionRow): Promise<TransactionRow | undefined> {
  const { onchainJobId } = row
  if (onchainJobId === null) return undefined
  const purpose = row.purpose === 'JOB_CANCEL' ? 'JOB_CANCEL' : 'JOB_REFUND'
  const effect = await findJobEnd(ctx.db, onchainJobId, purpose)
  if (effect) return followEffect(ctx, row, effect)
  if (!wasApproved(row)) return endForbidden(ctx, row, onchainJobId)
  if (!isLongUnchanged(row, anHour)) return undefined
  const failureDetail = 'The wallet provider lost the transaction, and the chain does not have it.'
  return recordFailure(ctx, row, { failureCode: 'not_mined', failureDetail })
}

function followEffect(
  ctx: Context,
  row: TransactionRow,
  { transactionHash }: { transactionHash: `0x${string}` },
): Promise<TransactionRow | undefined> | undefined {
  if (row.state !== 'BROADCAST') return moveAndRecord(ctx, row, 'BROADCAST', { transactionHash })
  return row.transactionHash === transactionHash ? undefined : note(ctx, row, { transactionHash })
}

/**
 * A challenge that can still be approved ends only when a final block rules its effect out; what the contract refuses
 * now it may allow later, so that is a warning.
 */
async function endForbidden(ctx: Context, row: TransactionRow, id: bigint): Promise<TransactionRow | undefined> {
  const purpose = row.purpose === 'JOB_CANCEL' ? 'JOB_CANCEL' : 'JOB_REFUND'
  const final = await ctx.chain.finalBlock()
  const settled = await ctx.chain.job(id, final.number)
  if (settled && isRuledOut(purpose, settled.state)) {
    const failureDetail = `The job is ${settled.state}, so the contract will not accept this call any more.`
    return moveAndRecord(ctx, row, 'EXPIRED', { failureCode: 'action_not_allowed', failureDetail })
  }
  const warnings = await refusalNow(ctx, purpose, id)
  return String(warnings) === String(row.warnings) ? undefined : note(ctx, row, { warnings })
}

const hasEffect: readonly JobState[] = ['CANCELLED', 'REFUNDED', 'LAPSED']

async function refusalNow(ctx: Context, purpose: JobActionPurpose, id: bigint): Promise<string[]> {
  const kind = purpose === 'JOB_CANCEL' ? 'CANCEL' : 'CLAIM_REFUND'
  const since = (await findJobById(ctx.db, id))?.lastEventBlock ?? 0n
  const actions = await ctx.chain.actions(id, since)
  if (actions.some((action) => action.kind === kind && action.open)) return []
  const job = await ctx.chain.newestJob(id, since)
  // The effect of this very transaction may be what forbids it now; its event confirms it.
  if (!job || hasEffect.includes(job.state)) return []
  return [`The job is ${job.state}, so the contract would refuse this call now.`]
}

function wasApproved({ state }: TransactionRow): boolean {
  return state === 'SUBMITTED' || state === 'BROADCAST'
}
