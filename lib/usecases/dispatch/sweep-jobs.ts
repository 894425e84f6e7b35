import { listJobsToAdvance, listJobsToEnd } from '#lib/data/dispatch.ts'
import { isFailure } from '#lib/domain/failure.ts'
import type { Context } from '../context.ts'
import { advanceJob } from './advance-job.ts'

/** Looks at every job that may need something, so that none depends on a queue job or a message. */
export async function sweepJobs(ctx: Context): Promise<void> {
  // What can be ended now never waits for its turn behind all that is only under way.
  const overdue = await listJobsToEnd(ctx.db, 1, 50)
  const running = await listJobsToAdvance(ctx.db, 1, 100)
  for (const id of new Set([...overdue, ...running])) {
    try {
      await advanceJob(ctx, { onchainJobId: id.toString() })
    } catch (error) {
      // The chain cannot be read now; the next sweep looks again.
      if (!isFailure(error)) throw error
    }
  }
}
