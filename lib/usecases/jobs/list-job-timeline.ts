import { type EventRow, listSubjectEvents } from '#lib/data/events.ts'
import { findJob } from '#lib/data/jobs.ts'
import { Failure } from '#lib/domain/failure.ts'
import { type Context, requireCapability } from '../context.ts'
import { filteredList, type Page, toPage } from '../page.ts'

/** The timeline of a job, under whose name its cursors stand. */
export function timelineOf(id: bigint): string {
  return filteredList('timeline', { id })
}

/** What happened to the client's job, newest first. */
export async function listJobTimeline(
  ctx: Context,
  input: { id: bigint; limit: number; before?: string },
): Promise<Page<EventRow>> {
  const user = requireCapability(ctx, 'client')
  if (!(await findJob(ctx.db, user.userId, input.id))) throw new Failure('not_found', 'There is no such job.')
  const { limit, before } = input
  const query = { type: 'job', id: input.id.toString(), limit: limit + 1, ...(before && { before }) }
  return toPage(timelineOf(input.id), await listSubjectEvents(ctx.db, query), limit, (event) => event.id)
}
