import { listDraftsEndpoint } from '#lib/api/draft-list.ts'
import { createDraftEndpoint } from '#lib/api/drafts.ts'
import { handle } from '#lib/http/handle.ts'
import { versionTag } from '#lib/http/if-match.ts'
import { toDraftReply, toDraftSummary } from '#lib/http/replies/draft-reply.ts'
import { parseIdCursor, parseRankCursor, toPageReply } from '#lib/http/replies/page-reply.ts'
import { fromWire } from '#lib/http/to-wire.ts'
import { requireUser } from '#lib/usecases/context.ts'
import { createDraft } from '#lib/usecases/drafts/create-draft.ts'
import { draftList, listDrafts } from '#lib/usecases/drafts/list-drafts.ts'
import { requireDraft } from '#lib/usecases/drafts/require-draft.ts'
import { requireFreshAccess } from '#lib/usecases/repositories/require-access.ts'

export const GET = handle(listDraftsEndpoint, async ({ ctx, query }) => {
  const { state, q: text, sort, limit, cursor } = query
  const filter = { ...(state && { states: state }), text, sort, limit }
  const parseCursor = sort === 'newest' ? parseIdCursor : parseRankCursor
  return toPageReply(await listDrafts(ctx, { ...filter, ...parseCursor(draftList(filter), cursor) }), toDraftSummary)
})

export const POST = handle(
  createDraftEndpoint,
  async ({ ctx, body, headers }) => {
    const { repository_access_id: repositoryAccessId, number, content_hash, terms_from: termsFrom, ...content } = body
    const creation = {
      repositoryAccessId,
      number,
      contentHash: content_hash ?? null,
      content: fromWire(content),
      termsFrom,
    }
    const view = await createDraft(ctx, creation)
    const reply = toDraftReply(view)
    headers.set('etag', versionTag(view.draft.version, reply))
    headers.set('location', `/api/v1/client/job-drafts/${view.draft.id}/`)
    return reply
  },
  async ({ ctx, body }, stored) => {
    await requireFreshAccess(ctx, requireUser(ctx).userId, body.repository_access_id)
    await requireDraft(ctx, stored.id)
    return stored
  },
)
