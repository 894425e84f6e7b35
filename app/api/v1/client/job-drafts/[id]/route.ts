import { deleteDraftEndpoint } from '#lib/api/draft-deletion.ts'
import { getDraftEndpoint, replaceDraftEndpoint, updateDraftEndpoint } from '#lib/api/drafts.ts'
import { handle } from '#lib/http/handle.ts'
import { readIfMatch, versionTag } from '#lib/http/if-match.ts'
import { toDraftReply } from '#lib/http/replies/draft-reply.ts'
import { fromWire } from '#lib/http/to-wire.ts'
import { changeDraft } from '#lib/usecases/drafts/change-draft.ts'
import { readDraft } from '#lib/usecases/drafts/read-draft.ts'
import { removeDraft } from '#lib/usecases/drafts/remove-draft.ts'

export const GET = handle(getDraftEndpoint, async ({ ctx, params, headers }) => {
  const view = await readDraft(ctx, { id: params.id })
  const reply = toDraftReply(view)
  headers.set('etag', versionTag(view.draft.version, reply))
  return reply
})

export const PUT = handle(replaceDraftEndpoint, async ({ ctx, params, body, request, headers }) => {
  const { version, ...content } = body
  const change = {
    id: params.id,
    version: version ?? null,
    ifMatch: readIfMatch(request),
    content: fromWire(content),
  }
  const view = await changeDraft(ctx, change)
  const reply = toDraftReply(view)
  headers.set('etag', versionTag(view.draft.version, reply))
  return reply
})

export const PATCH = handle(updateDraftEndpoint, async ({ ctx, params, body, request, headers }) => {
  const { version, ...content } = body
  const change = {
    id: params.id,
    version: version ?? null,
    ifMatch: readIfMatch(request),
    content: fromWire(content),
  }
  const view = await changeDraft(ctx, change)
  const reply = toDraftReply(view)
  headers.set('etag', versionTag(view.draft.version, reply))
  return reply
})

export const DELETE = handle(deleteDraftEndpoint, async ({ ctx, params }) => {
  await removeDraft(ctx, { id: params.id })
  return undefined
})
