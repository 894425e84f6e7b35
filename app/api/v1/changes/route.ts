import { listChangesEndpoint } from '#lib/api/changes.ts'
import { handle } from '#lib/http/handle.ts'
import { toChangeListReply, toEventStream } from '#lib/http/replies/change-reply.ts'
import { web } from '#lib/http/web.ts'
import { listChanges } from '#lib/usecases/changes/list-changes.ts'

export const GET = handle(listChangesEndpoint, async ({ ctx, request, query }) => {
  // Nobody reads the stream of a HEAD request.
  const isStream = request.method === 'GET' && request.headers.get('accept')?.includes('text/event-stream')
  if (!isStream) return toChangeListReply(await listChanges(ctx, query))
  return toEventStream(await web().changes.follow(ctx, request.headers.get('last-event-id') ?? query.after ?? null))
})
