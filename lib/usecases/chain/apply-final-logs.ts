import { type LogRow, listUnappliedLogs, markLogApplied } from '../../data/chain-index.ts'
import { inTransaction, type Transaction } from '../../data/database.ts'
import { findJobById } from '../../data/jobs.ts'
import { Failure } from '../../domain/failure.ts'
import { purposeOfEnd } from '../../domain/job.ts'
import type { Block, ChainJob, EscrowLog } from '../../ports/chain.ts'
import type { Context } from '../context.ts'
import { applyJobEvent } from '../dispatch/apply-job-event.ts'
import { confirmByEvent } from '../transactions/confirm-by-event.ts'
import { adoptJob } from './adopt-job.ts'
import { storeProjection } from './project-job.ts'

const batch = 200

/**
 * Gives every log up to a block its one effect, in the chain's order; those of one transaction on chain have theirs
 * together. `final` is at or above that block: all state is read there, so none is older than an event it belongs to.
 */
export async function applyFinalLogs(ctx: Context, upTo: bigint, final: Block): Promise<void> {
  for (;;) {
    const rows = await listUnappliedLogs(ctx.db, upTo, batch)
    if (rows.length > 0) await ctx.chain.assertSameChain('fresh')
    const groups = byTransaction(rows)
    // A full batch may end in the middle of a transaction.
    const whole = rows.length === batch && groups.length > 1 ? groups.slice(0, -1) : groups
    for (const group of whole) await applyTogether(ctx, group, final)
    if (rows.length < batch) return
  }
}

function byTransaction(rows: readonly LogRow[]): LogRow[][] {
  const groups: LogRow[][] = []
  for (const row of rows) {
    const last = groups.at(-1)
    if (last?.[0]?.transactionHash === row.transactionHash) last.push(row)
    else groups.push([row])
  }
  return groups
}

async function applyTogether(ctx: Context, rows: readonly LogRow[], final: Block): Promise<void> {
  for (const row of rows.filter(isCreation)) {
    await adoptJob(ctx, toEscrowLog(row), final)
    // Ignored because adopting a job twice has the effect of once.
    await inTransaction(ctx.db, (tx) => markLogApplied(tx, row))
  }
  const others = rows.filter((row) => !isCreation(row))
  const jobs = await readJobs(ctx, others, final)
  await inTransaction(ctx.db, async (tx) => {
    for (const row of others) await applyLog(ctx, tx, row, jobs.get(row.onchainJobId))
  })
}

function isCreation({ eventName }: LogRow): boolean {
  return eventName === 'JobCreated'
}

async function readJobs(ctx: Context, rows: readonly LogRow[], final: Block): Promise<Map<bigint | null, ChainJob>> {
  const jobs = new Map<bigint | null, ChainJob>()
  for (const id of new Set(rows.map(({ onchainJobId }) => onchainJobId))) {
    if (id === null) continue
    const job = await ctx.chain.job(id, final.number)
    if (!job) throw new Failure('chain_unavailable', `The node does not know job ${id}.`, { retryAfterSeconds: 2 })
    jobs.set(id, job)
  }
  return jobs
}

async function applyLog(ctx: Context, tx: Transaction, row: LogRow, job: ChainJob | undefined): Promise<void> {
  if (!(await markLogApplied(tx, row))) return
  if (!job) return applyJobEvent(ctx, tx, row)
  const at = { block: row.blockNumber, logIndex: row.logIndex }
  await storeProjection(ctx, tx, job, at, { event: row.eventName, transaction_hash: row.transactionHash })
  if (await findJobById(tx, job.id)) await applyJobEvent(ctx, tx, row)
  const purpose = purposeOfEnd(row.eventName)
  if (purpose) await confirmByEvent(ctx, tx, { purpose, onchainJobId: job.id }, row)
}

/** The event as the chain's port gives it. */
export function toEscrowLog(row: LogRow): EscrowLog {
  const { blockNumber, blockHash, transactionHash, logIndex, args } = row
  return { blockNumber, blockHash, transactionHash, logIndex, name: row.eventName, jobId: row.onchainJobId, args }
}
