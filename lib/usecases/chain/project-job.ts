import { inTransaction, type Transaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { findJobById, projectJob } from '../../data/jobs.ts'
import { projectJobFunding } from '../../data/public-funding.ts'
import { movedTo } from '../../domain/event-name.ts'
import type { ChainJob } from '../../ports/chain.ts'
import type { Context } from '../context.ts'

type LogPosition = { block: bigint; logIndex: number }

/**
 * Brings a known job to what the contract holds at the final head, as caused by the log at that position. A head older
 * than the log changes nothing: the indexer applies the log.
 */
export async function projectFromChain(ctx: Context, id: bigint, at: LogPosition): Promise<void> {
  const final = await ctx.chain.finalBlock()
  if (final.number < at.block) return
  const job = await ctx.chain.job(id, final.number)
  if (job) await inTransaction(ctx.db, (tx) => storeProjection(ctx, tx, job, at, {}))
}

/** The same inside a transaction that is open already. */
export async function storeProjection(
  ctx: Context,
  tx: Transaction,
  job: ChainJob,
  at: LogPosition,
  evidence: Record<string, unknown>,
): Promise<void> {
  const before = await findJobById(tx, job.id)
  if (!before) return
  const after = await projectJob(tx, job.id, { state: job.state, held: job.held, at })
  if (!after || after.state === before.state) return
  await projectJobFunding(tx, job.id)
  await recordEvent(tx, {
    actor: ctx.actor,
    subject: { type: 'job', id: job.id.toString() },
    userId: before.userId,
    name: movedTo('job', after.state),
    from: before.state,
    to: after.state,
    evidence: { ...evidence, block_number: at.block.toString() },
  })
}
