import { listJobsToAdvance } from '#lib/data/dispatch.ts'
import { isFailure } from '#lib/domain/failure.ts'
import type { Context } from '../context.ts'
import { advanceJob } from './advance-job.ts'

/** Looks at every job that may need something, so that none depends on a queue job or a message. */
export async function sweepJobs(ctx: Context): Promise<void> {
  for (const id of await listJobsToAdvance(ctx.db, 1, 100)) {
    try {
      await advanceJob(ctx, { onchainJobId: id.toString() })
    } catch (error) {
      // The chain cannot be read now; the next sweep looks again.
      if (!isFailure(error)) throw error
    }
  }
}
