import { inTransaction } from '../../data/database.ts'
import type { SnapshotRow } from '../../data/drafts.ts'
import { recordEventOnce } from '../../data/events.ts'
import type { JobRow } from '../../data/jobs.ts'
import { sealedFaultEvent } from '../../domain/sealed-files.ts'
import type { Context } from '../context.ts'
import { differingFiles } from '../drafts/sealed-drafts.ts'

/**
 * Whether the stored bytes of the job's sealed files differ from what its task commits to. The first time it is recorded
 * for the client's record: no result of such a job can be verified, and its workers bear the loss.
 */
export async function hasSealedFault(
  ctx: Context,
  job: Pick<JobRow, 'onchainJobId' | 'userId'>,
  snapshot: SnapshotRow,
): Promise<boolean> {
  const paths = differingFiles(ctx.vault, snapshot)
  if (paths.length === 0) return false
  const subject = { type: 'job', id: job.onchainJobId.toString() } as const
  const change = { actor: ctx.actor, subject, userId: job.userId, name: sealedFaultEvent, evidence: { paths } } as const
  await inTransaction(ctx.db, (tx) => recordEventOnce(tx, change))
  return true
}
