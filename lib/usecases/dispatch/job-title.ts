import { findSnapshot } from '#lib/data/drafts.ts'
import type { JobRow } from '#lib/data/jobs.ts'
import type { Context } from '../context.ts'

/** The title that the job's task carries. */
export async function jobTitle(ctx: Context, job: JobRow | undefined): Promise<string> {
  const snapshot = job?.snapshotId ? await findSnapshot(ctx.db, job.snapshotId) : undefined
  return snapshot?.taskDocument.title ?? 'Unrecognised job'
}
