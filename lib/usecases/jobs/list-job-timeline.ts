import type { Database } from '../../data/database.ts'
import { type EventRow, listSubjectEvents } from '../../data/events.ts'
import { findJob } from '../../data/jobs.ts'
import { Failure } from '../../domain/failure.ts'
import { type Context, requireCapability } from '../context.ts'
import { filteredList, type Page, toPage } from '../page.ts'

/** The timeline of a job, under whose name its cursors stand. */
export function timelineOf(id: bigint): string {
  return filteredList('timeline', { id })
}

type TimelineQuery = { id: bigint; limit: number; before?: string }

/** What happened to the client's job, newest first. */
export async function listJobTimeline(ctx: Context, query: TimelineQuery): Promise<Page<EventRow>> {
  const user = requireCapability(ctx, 'client')
  if (!(await findJob(ctx.db, user.userId, query.id))) throw new Failure('not_found', 'There is no such job.')
  return readTimeline(ctx.db, query)
}

/** The same for a caller that is known to be allowed. */
export async function readTimeline(db: Database, { id, limit, before }: TimelineQuery): Promise<Page<EventRow>> {
  const query = { type: 'job', id: id.toString(), limit: limit + 1, ...(before && { before }) }
  return toPage(timelineOf(id), await listSubjectEvents(db, query), limit, (event) => event.id)
}
