import { claimDueJobs, claimJobs, type DueJob } from '../../data/due-jobs.ts'
import { claimWakeups } from '../../data/wakeups.ts'
import { pairInTurn } from '../../domain/pair-in-turn.ts'
import type { WorkerContext } from '../context.ts'
import { sweepParts, sweepRows } from '../sweep-rows.ts'
import { checkJob } from './advance-job.ts'
import { matchJobs, type ReadyJob } from './match-jobs.ts'
import { wakeForVerifiers } from './wake-for-verifiers.ts'
import { findWork, settleWakeups } from './wake-workers.ts'

const jobsAtOnce = 100
const agentsAtOnce = 200
const checksAtOnce = 8

/**
 * Checks the jobs that are due, and those waiting ones that a worker which became available could take. Offers all that
 * may be offered together. Costs two statements when nothing happened. Answers whether there may be more to do at once.
 */
export async function sweepJobs(ctx: WorkerContext): Promise<boolean> {
  const woken = await claimWakeups(ctx.db, agentsAtOnce)
  const { worker: workers = [], verifier: verifiers = [] } = Object.groupBy(woken, ({ role }) => role)
  await wakeForVerifiers(ctx, verifiers)
  const due = await claimDueJobs(ctx.db, jobsAtOnce)
  const work = await findWork(ctx, workers)
  const claimed = new Set(due.map(({ id }) => id))
  const wanted = [...pairInTurn(work).keys()].filter((id) => !claimed.has(id))
  const jobs = [...due, ...(await claimJobs(ctx.db, wanted))]
  const ready: ReadyJob[] = []
  let offeredOwners: string[] = []
  await sweepParts(
    () => checkAll(ctx, jobs, (job) => ready.push(job)),
    async () => {
      offeredOwners = await matchJobs(ctx, ready)
    },
    () => settleWakeups(ctx, workers, work, offeredOwners),
  )
  return due.length === jobsAtOnce || woken.length === agentsAtOnce
}

async function checkAll(ctx: WorkerContext, jobs: DueJob[], onReady: (job: ReadyJob) => void): Promise<void> {
  // Asked for together, they are read by one request, and known to the steps below until there is a newer block.
  if (jobs.length > 1) await Promise.allSettled(jobs.map(({ id }) => ctx.chain.newestJob(id, 0n)))
  const handle = async (due: DueJob) => {
    const job = await checkJob(ctx, due)
    if (job) onReady(job)
  }
  await sweepRows(jobs, { nameOf: ({ id }) => String(id), handle, atOnce: checksAtOnce })
}
