import { inTransaction } from '../../data/database.ts'
import { type Fit, listWaitingJobs, lockMatching } from '../../data/matching.ts'
import { finishWakeups, repeatWakeups, type WokenAgent } from '../../data/wakeups.ts'
import type { WorkerContext } from '../context.ts'

/** How many waiting jobs each worker is compared with beyond its turn. */
const perAgentMax = 20

/** Waiting jobs that workers which may have become available could take. */
export async function findWork(ctx: WorkerContext, woken: readonly WokenAgent[]): Promise<Fit[]> {
  if (woken.length === 0) return []
  const agentIds = woken.map(({ agentId }) => agentId)
  return inTransaction(ctx.db, async (tx) => {
    // A job that is being matched now saw these workers, or waits for one by the time they are compared.
    await lockMatching(tx)
    return listWaitingJobs(tx, agentIds, { ...ctx.settings, perAgent: Math.min(woken.length, perAgentMax) })
  })
}

/** A worker that could take a job and whose owner was offered none is compared with the next ones in a second. */
export async function settleWakeups(
  ctx: WorkerContext,
  woken: readonly WokenAgent[],
  work: readonly Fit[],
  offeredOwners: readonly string[],
): Promise<void> {
  const unserved = new Set(
    work.filter(({ ownerUserId }) => !offeredOwners.includes(ownerUserId)).map(({ agentId }) => agentId),
  )
  await repeatWakeups(
    ctx.db,
    woken.filter(({ agentId }) => unserved.has(agentId)),
  )
  await finishWakeups(
    ctx.db,
    woken.filter(({ agentId }) => !unserved.has(agentId)),
  )
}
