import { type LogRow, saveLogs } from '../../data/chain-index.ts'
import type { Transaction } from '../../data/database.ts'
import { findJobById } from '../../data/jobs.ts'
import { deleteLog, listUnappliedOf, markApplied, moveEffect } from '../../data/reindexing.ts'
import { Failure } from '../../domain/failure.ts'
import { isOver } from '../../domain/job.ts'
import type { EscrowLog, Hash } from '../../ports/chain.ts'
import type { Context } from '../context.ts'

/** Events that had effect here and are no longer at their place, and those that are in such a place now. */
export type Displaced = { rows: LogRow[]; logs: EscrowLog[] }

/** Refuses to give up an event that ended a job here which has not ended so on chain, since an end is never taken back. */
export async function assertDroppable(ctx: Context, { rows }: Displaced, drop: readonly Hash[]): Promise<void> {
  const { number } = await ctx.chain.finalBlock()
  for (const { onchainJobId: id, transactionHash } of rows) {
    if (id === null || !drop.includes(transactionHash)) continue
    const [job, onChain] = [await findJobById(ctx.db, id), await ctx.chain.job(id, number)]
    if (!job || !isOver(job.state) || job.state === onChain?.state) continue
    const ended = `Job ${id} ended here as ${job.state}, and is ${onChain?.state ?? 'unknown'} on chain`
    throw new Failure('state_conflict', `${ended}: restore a database of before it, or use nodes that have it.`)
  }
}

/**
 * Binds events that had effect to the block in which the same transaction has the same event now, as after a
 * reorganisation beyond finality. They have no second effect. Events of the transactions in `drop` are given up where they are
 * nowhere. Throws `state_conflict`, and changes nothing, while another one is nowhere on chain.
 */
export async function rebindLogs(
  tx: Transaction,
  { rows, logs }: Displaced,
  drop: readonly Hash[],
): Promise<{ rebound: number; dropped: LogRow[] }> {
  const [gone, kept]: [LogRow[], LogRow[]] = [[], []]
  // All make room first: the new place of one may be the old place of another.
  for (const row of rows) await deleteLog(tx, row)
  await saveLogs(tx, logs)
  for (const row of rows) {
    const candidates = await listUnappliedOf(tx, row.transactionHash)
    // Its call is the same; deadlines among the values follow from the block's time.
    const same = candidates.find((log) => log.eventName === row.eventName && log.onchainJobId === row.onchainJobId)
    if (same) {
      await markApplied(tx, same, row.appliedAt)
      await moveEffect(tx, row, same)
    } else if (drop.includes(row.transactionHash) && row.eventName !== 'JobCreated') gone.push(row)
    else kept.push(row)
  }
  if (kept.length > 0) throw contradiction(kept)
  return { rebound: rows.length - gone.length, dropped: gone }
}

const shownMax = 20

/** All of them at once, as far as a person reads them. */
function contradiction(kept: readonly LogRow[]): Failure {
  const sentences = kept.slice(0, shownMax).map(({ eventName, blockNumber, transactionHash }) => {
    const event = `The ${eventName} of block ${blockNumber}, transaction ${transactionHash}, had effect here and is nowhere on chain`
    const way =
      eventName === 'JobCreated'
        ? 'restore a database of before it, or use nodes that have it.'
        : 'use nodes that have it, or give it up.'
    return `${event}: ${way}`
  })
  if (kept.length > shownMax) sentences.push(`So are ${kept.length - shownMax} more.`)
  const droppable = kept.flatMap(({ eventName, transactionHash: hash }) => (eventName === 'JobCreated' ? [] : [hash]))
  if (droppable.length > 0) sentences.push(`To give up all that can be: --drop ${[...new Set(droppable)].join(',')}`)
  return new Failure('state_conflict', sentences.join(' '))
}
