import { noteTurn } from '#lib/data/assignments.ts'
import { listJobsToAdvance, listJobsToEnd } from '#lib/data/dispatch.ts'
import type { WorkerContext } from '../context.ts'
import { sweepRows } from '../sweep-rows.ts'
import { advanceJob } from './advance-job.ts'

/** Looks at every job that may need something, so that none depends on a queue job or a message. */
export async function sweepJobs(ctx: WorkerContext): Promise<void> {
  // What can be ended now never waits for its turn behind all that is only under way.
  const overdue = await listJobsToEnd(ctx.db, 1, 50)
  const running = await listJobsToAdvance(ctx.db, 1, 100)
  const ids = new Set([...overdue, ...running])
  // Asked for together, they are read by one request, and known to the steps below until there is a newer block.
  if (ids.size > 1) await Promise.allSettled([...ids].map((id) => ctx.chain.job(id)))
  await sweepRows([...ids], {
    nameOf: String,
    handle: (id) =>
      advanceJob(ctx, { onchainJobId: id.toString() }).catch(async (error: unknown) => {
        // It has had its turn.
        await noteTurn(ctx.db, id)
        throw error
      }),
  })
}
