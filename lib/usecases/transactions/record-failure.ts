import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import type { TransactionFacts, TransactionRow } from '../../data/transactions.ts'
import { isFailure } from '../../domain/failure.ts'
import { whyRefused } from '../../domain/job.ts'
import { newestJob } from '../chain/newest-job.ts'
import type { Context } from '../context.ts'
import { moveAndRecord, moveInside } from './move.ts'

/**
 * Ends a transaction as FAILED. For a cancellation or refund the reason comes from the state in which the job was, at
 * `block` or now, and the job's timeline gets it too.
 */
export async function recordFailure(
  ctx: Context,
  row: TransactionRow,
  facts: TransactionFacts,
  block?: bigint,
): Promise<TransactionRow | undefined> {
  const { purpose, onchainJobId } = row
  if (onchainJobId === null || (purpose !== 'JOB_CANCEL' && purpose !== 'JOB_REFUND'))
    return moveAndRecord(ctx, row, 'FAILED', facts)
  const reading = block === undefined ? newestJob(ctx, onchainJobId) : ctx.chain.job(onchainJobId, block)
  const job = await reading.catch(ignoreFailure)
  const failureDetail = (job && whyRefused(purpose, job.state)) ?? facts.failureDetail
  return inTransaction(ctx.db, async (tx) => {
    const failed = await moveInside(ctx, tx, row, 'FAILED', { ...facts, failureDetail })
    if (!failed) return undefined
    await recordEvent(tx, {
      actor: ctx.actor,
      subject: { type: 'job', id: onchainJobId.toString() },
      userId: row.userId,
      name: purpose === 'JOB_CANCEL' ? 'job.cancel_failed' : 'job.refund_failed',
      evidence: { reason: failed.failureDetail, transaction_id: row.id, transaction_hash: failed.transactionHash },
    })
    return failed
  })
}

/** A node without that block's state must not keep the transaction from its end. */
function ignoreFailure(error: unknown): undefined {
  if (!isFailure(error)) throw error
}
