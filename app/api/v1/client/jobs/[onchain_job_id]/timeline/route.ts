import { listJobTimelineEndpoint } from '#lib/api/jobs.ts'
import { handle } from '#lib/http/handle.ts'
import { toTimelineEntry } from '#lib/http/replies/job-reply.ts'
import { parseIdCursor, toPageReply } from '#lib/http/replies/page-reply.ts'
import { listJobTimeline, timelineOf } from '#lib/usecases/jobs/list-job-timeline.ts'

export const GET = handle(listJobTimelineEndpoint, async ({ ctx, params, query }) => {
  const { limit, cursor } = query
  const id = BigInt(params.onchain_job_id)
  return toPageReply(
    await listJobTimeline(ctx, { id, limit, ...parseIdCursor(timelineOf(id), cursor) }),
    toTimelineEntry,
  )
})
