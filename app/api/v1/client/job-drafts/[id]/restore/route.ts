import { restoreDraftEndpoint } from '#lib/api/draft-deletion.ts'
import { handle } from '#lib/http/handle.ts'
import { versionTag } from '#lib/http/if-match.ts'
import { toDraftReply } from '#lib/http/replies/draft-reply.ts'
import { restoreDraft } from '#lib/usecases/drafts/restore-draft.ts'

export const POST = handle(restoreDraftEndpoint, async ({ ctx, params, headers }) => {
  const view = await restoreDraft(ctx, { id: params.id })
  const reply = toDraftReply(view)
  headers.set('etag', versionTag(view.draft.version, reply))
  return reply
})
