import { findLastResult, type ResultRow } from '../../data/assignments.ts'
import { findJob } from '../../data/jobs.ts'
import { listSeats, type SeatRow } from '../../data/seats.ts'
import { Failure } from '../../domain/failure.ts'
import { type Context, requireCapability } from '../context.ts'
import { isReleased } from './is-released.ts'

export type JobResultView = { result: ResultRow; isContentReleased: boolean; verdicts: SeatRow[] }

/** The newest result of the client's job. Its content is the client's once the worker was paid for it (`isReleased`). */
export async function readJobResult(ctx: Context, input: { id: bigint }): Promise<JobResultView> {
  const user = requireCapability(ctx, 'client')
  const view = await findJob(ctx.db, user.userId, input.id)
  const result = view && (await findLastResult(ctx.db, input.id))
  if (!result) throw new Failure('not_found', 'There is no such result.')
  const panel = await listSeats(ctx.db, input.id, result.attempt)
  const isContentReleased = isReleased(view, panel)
  const verdicts = panel.filter((row) => row.state === 'RECORDED')
  return { result, isContentReleased, verdicts }
}
