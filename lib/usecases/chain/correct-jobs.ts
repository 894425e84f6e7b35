import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import type { JobRow } from '../../data/jobs.ts'
import { projectJobFunding } from '../../data/public-funding.ts'
import {
  correctJob,
  type JobFacts,
  type JobWithLogs,
  type LogPosition,
  listJobsWithLogs,
} from '../../data/reindexing.ts'
import { movedTo } from '../../domain/event-name.ts'
import { Failure } from '../../domain/failure.ts'
import { isOver } from '../../domain/job.ts'
import type { Block } from '../../ports/chain.ts'
import type { Context } from '../context.ts'

const batch = 100

/**
 * Sets every job's row to what its events and the contract at `final` say, and gives the ids of those that differed.
 * Throws `state_conflict` for a job that ended otherwise on chain, since an end is never taken back.
 */
export async function correctJobs(ctx: Context, final: Block): Promise<bigint[]> {
  const corrected: bigint[] = []
  let above = -1n
  for (;;) {
    const rows = await listJobsWithLogs(ctx.db, above, batch)
    for (const row of rows) if (await correct(ctx, row, final)) corrected.push(row.job.onchainJobId)
    const last = rows.at(-1)
    if (!last || rows.length < batch) return corrected
    above = last.job.onchainJobId
  }
}

async function correct(ctx: Context, { job, first, last, isPlaced }: JobWithLogs, final: Block): Promise<boolean> {
  const { onchainJobId: id } = job
  const onChain = await ctx.chain.job(id, final.number)
  if (!onChain || !first || !last)
    throw new Failure(
      'state_conflict',
      `Job ${id} is here, but ${onChain ? 'its creation' : 'the job'} is not on chain.`,
    )
  const facts: JobFacts = {
    state: onChain.state,
    held: onChain.held,
    transactionHash: first.transactionHash,
    logIndex: first.logIndex,
    blockNumber: first.blockNumber,
    blockHash: first.blockHash,
    ...positionOf(isPlaced && job.state === onChain.state ? job : last),
  }
  if (Object.entries(facts).every(([name, value]) => job[name as keyof JobFacts] === value)) return false
  if (isOver(job.state) && job.state !== facts.state)
    throw new Failure('state_conflict', `Job ${id} ended here as ${job.state}, and is ${facts.state} on chain.`)
  return inTransaction(ctx.db, async (tx) => {
    if (!(await correctJob(tx, job, facts))) return false
    if (facts.state === job.state) return true
    await projectJobFunding(tx, id)
    await recordEvent(tx, {
      actor: ctx.actor,
      subject: { type: 'job', id: id.toString() },
      userId: job.userId,
      name: movedTo('job', facts.state),
      from: job.state,
      to: facts.state,
      evidence: { reindexed_at_block: final.number.toString() },
    })
    await ctx.queue.add(tx, { queue: 'advance-job', data: { onchainJobId: id.toString() } }, { account: job.userId })
    return true
  })
}

/** The event after which a job reached its state; of several in one transaction it may be any. */
function positionOf(at: JobRow | LogPosition): Pick<JobFacts, 'lastEventBlock' | 'lastEventLogIndex'> {
  if ('lastEventBlock' in at) return { lastEventBlock: at.lastEventBlock, lastEventLogIndex: at.lastEventLogIndex }
  return { lastEventBlock: at.blockNumber, lastEventLogIndex: at.logIndex }
}
