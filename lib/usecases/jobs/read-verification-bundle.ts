import { findLastResult, type ResultRow } from '#lib/data/assignments.ts'
import type { SnapshotRow } from '#lib/data/drafts.ts'
import { findJob } from '#lib/data/jobs.ts'
import { listSeats, type SeatRow } from '#lib/data/seats.ts'
import { Failure } from '#lib/domain/failure.ts'
import { type Context, requireCapability } from '../context.ts'
import { requireReleased } from './is-released.ts'

export type VerificationBundle = { snapshot: SnapshotRow; result: ResultRow; verdicts: SeatRow[]; cloneUrl: string }

/** What verifiers were given and what they recorded, for the client of a settled job. */
export async function readVerificationBundle(ctx: Context, input: { id: bigint }): Promise<VerificationBundle> {
  const { userId } = requireCapability(ctx, 'client')
  const view = await findJob(ctx.db, userId, input.id)
  const result = view && (await findLastResult(ctx.db, input.id))
  if (!result || !view.snapshot) throw new Failure('not_found', 'There is no such result.')
  requireReleased(view)
  const panel = await listSeats(ctx.db, input.id, result.attempt)
  const { snapshot } = view
  return {
    ...{ snapshot, result },
    verdicts: panel.filter((row) => row.state === 'RECORDED'),
    cloneUrl: `${ctx.settings.cloneOrigin}/${snapshot.taskDocument.repository.full_name}.git`,
  }
}
