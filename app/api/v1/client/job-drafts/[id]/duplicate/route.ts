import { duplicateDraftEndpoint } from '#lib/api/drafts.ts'
import { handle } from '#lib/http/handle.ts'
import { versionTag } from '#lib/http/if-match.ts'
import { toDraftReply } from '#lib/http/replies/draft-reply.ts'
import { requireUser } from '#lib/usecases/context.ts'
import { duplicateDraft } from '#lib/usecases/drafts/duplicate-draft.ts'
import { requireDraft } from '#lib/usecases/drafts/require-draft.ts'
import { requireFreshAccess } from '#lib/usecases/repositories/require-access.ts'

export const POST = handle(
  duplicateDraftEndpoint,
  async ({ ctx, params, headers }) => {
    const view = await duplicateDraft(ctx, { id: params.id })
    const reply = toDraftReply(view)
    headers.set('etag', versionTag(view.draft.version, reply))
    headers.set('location', `/api/v1/client/job-drafts/${view.draft.id}/`)
    return reply
  },
  async ({ ctx }, stored) => {
    await requireFreshAccess(ctx, requireUser(ctx).userId, stored.repository_access_id)
    await requireDraft(ctx, stored.id)
    return stored
  },
)
