import { createDraftEndpoint, listDraftsEndpoint } from '#lib/api/drafts.ts'
import { handle } from '#lib/http/handle.ts'
import { parseDraftContent, toDraftReply, toDraftSummary } from '#lib/http/replies/draft-reply.ts'
import { parseIdCursor, toPageReply } from '#lib/http/replies/page-reply.ts'
import { createDraft } from '#lib/usecases/drafts/create-draft.ts'
import { listDrafts } from '#lib/usecases/drafts/list-drafts.ts'

export const GET = handle(listDraftsEndpoint, async ({ ctx, query }) => {
  const { state, limit, cursor } = query
  const filter = { ...(state && { states: state }), ...parseIdCursor(cursor), limit }
  return toPageReply(await listDrafts(ctx, filter), toDraftSummary)
})

export const POST = handle(createDraftEndpoint, async ({ ctx, body }) => {
  const { repository_access_id: repositoryAccessId, number, content_hash, ...content } = body
  const creation = {
    repositoryAccessId,
    number,
    contentHash: content_hash ?? null,
    content: parseDraftContent(content),
  }
  return toDraftReply(await createDraft(ctx, creation))
})
