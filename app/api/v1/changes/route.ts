import { listChangesEndpoint } from '#lib/api/changes.ts'
import { handle } from '#lib/http/handle.ts'
import { toChangeListReply, toEventStream } from '#lib/http/replies/change-reply.ts'
import { web } from '#lib/http/web.ts'
import { listChanges } from '#lib/usecases/changes/list-changes.ts'

export const GET = handle(listChangesEndpoint, async ({ ctx, request, query }) => {
  if (!acceptsStream(request.headers.get('accept'))) return toChangeListReply(await listChanges(ctx, query))
  // Nobody reads what a HEAD request would be sent.
  if (request.method === 'HEAD') return new ReadableStream()
  return toEventStream(await web().changes.follow(ctx, request.headers.get('last-event-id') ?? query.after ?? null))
})

/** Whether the caller names the type of the stream and does not refuse it. */
function acceptsStream(accept: string | null): boolean {
  const range = accept?.split(',').find((one) => one.trim().startsWith('text/event-stream'))
  return range !== undefined && !/;\s*q=0(\.0*)?\s*$/.test(range)
}
