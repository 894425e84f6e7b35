import { type LogRow, listUnappliedLogs, markLogApplied } from '#lib/data/chain-index.ts'
import { inTransaction } from '#lib/data/database.ts'
import { findJobById } from '#lib/data/jobs.ts'
import { findLiveTransaction } from '#lib/data/transactions.ts'
import type { EscrowLog } from '#lib/ports/chain.ts'
import type { Context } from '../context.ts'
import { applyJobEvent } from '../dispatch/apply-job-event.ts'
import { adoptJob } from './adopt-job.ts'
import { storeProjection } from './project-job.ts'

const batch = 200

/** Gives every final log its one effect, in the chain's order. */
export async function applyFinalLogs(ctx: Context, upTo: bigint): Promise<void> {
  for (;;) {
    const rows = await listUnappliedLogs(ctx.db, upTo, batch)
    for (const row of rows) await applyLog(ctx, row)
    if (rows.length < batch) return
  }
}

async function applyLog(ctx: Context, row: LogRow): Promise<void> {
  if (row.eventName === 'JobCreated') {
    await adoptJob(ctx, toEscrowLog(row))
    await inTransaction(ctx.db, (tx) => markLogApplied(tx, row))
    return
  }
  const final = await ctx.chain.finalBlock()
  const job = row.onchainJobId === null ? undefined : await ctx.chain.job(row.onchainJobId, final.number)
  await inTransaction(ctx.db, async (tx) => {
    if (!(await markLogApplied(tx, row))) return
    if (!job) return applyJobEvent(ctx, tx, row)
    const at = { block: row.blockNumber, logIndex: row.logIndex }
    await storeProjection(ctx, tx, job, at, { event: row.eventName, transaction_hash: row.transactionHash })
    if (await findJobById(tx, job.id)) await applyJobEvent(ctx, tx, row)
    for (const purpose of ['JOB_CANCEL', 'JOB_REFUND'] as const) {
      const live = await findLiveTransaction(tx, { purpose, onchainJobId: job.id })
      if (live) await ctx.queue.add(tx, { queue: 'reconcile-transaction', data: { transactionId: live.id } })
    }
  })
}

function toEscrowLog(row: LogRow): EscrowLog {
  const { blockNumber, blockHash, transactionHash, logIndex, args } = row
  return { blockNumber, blockHash, transactionHash, logIndex, name: row.eventName, jobId: row.onchainJobId, args }
}
