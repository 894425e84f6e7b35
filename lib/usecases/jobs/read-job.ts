import { type EventRow, listSubjectEvents } from '#lib/data/events.ts'
import { findJob, type JobView } from '#lib/data/jobs.ts'
import type { Action } from '#lib/domain/action.ts'
import { Failure, isFailure } from '#lib/domain/failure.ts'
import { type Context, requireCapability } from '../context.ts'
import { type Execution, executionOf } from './execution-view.ts'
import { pendingActions } from './pending-actions.ts'

export type JobDetail = JobView & { timeline: EventRow[]; pendingActions: Action[]; execution: Execution }

/** The client's job with its evidence, timeline and what the contract allows next. */
export async function readJob(ctx: Context, input: { id: bigint }): Promise<JobDetail> {
  const user = requireCapability(ctx, 'client')
  const view = await findJob(ctx.db, user.userId, input.id)
  if (!view) throw new Failure('not_found', 'There is no such job.')
  const [timeline, execution, actions] = await Promise.all([
    listSubjectEvents(ctx.db, 'job', input.id.toString()),
    executionOf(ctx, view.job),
    ctx.chain.actions(input.id).catch((error: unknown) => {
      if (isFailure(error)) return []
      throw error
    }),
  ])
  return { ...view, timeline, execution, pendingActions: pendingActions(input.id, actions) }
}
