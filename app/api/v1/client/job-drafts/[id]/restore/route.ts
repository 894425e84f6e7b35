import { restoreDraftEndpoint } from '#lib/api/draft-deletion.ts'
import { handle } from '#lib/http/handle.ts'
import { toDraftReply } from '#lib/http/replies/draft-reply.ts'
import { restoreDraft } from '#lib/usecases/drafts/restore-draft.ts'

export const POST = handle(restoreDraftEndpoint, async ({ ctx, params, headers }) => {
  const view = await restoreDraft(ctx, { id: params.id })
  headers.set('etag', `"${view.draft.version}"`)
  return toDraftReply(view)
})
