import { findSnapshot } from '../../data/drafts.ts'
import type { JobRow } from '../../data/jobs.ts'
import type { Context } from '../context.ts'

/** The title that the job's task carries. */
export async function jobTitle(ctx: Context, job: JobRow | undefined): Promise<string> {
  const snapshot = job?.snapshotId ? await findSnapshot(ctx.db, job.snapshotId) : undefined
  return snapshot?.taskDocument.title ?? 'Unrecognised job'
}
