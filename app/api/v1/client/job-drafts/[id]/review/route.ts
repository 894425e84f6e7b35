import { reviewDraftEndpoint } from '#lib/api/drafts.ts'
import { handle } from '#lib/http/handle.ts'
import { toDraftReply } from '#lib/http/replies/draft-reply.ts'
import { requireDraft } from '#lib/usecases/drafts/require-draft.ts'
import { reviewDraft } from '#lib/usecases/drafts/review-draft.ts'

export const POST = handle(
  reviewDraftEndpoint,
  async ({ ctx, params, body }) => {
    const { probe_mode: mode, likely_paths: likelyPaths } = body
    const probe = { ...(mode && { mode }), ...(likelyPaths && { likelyPaths }) }
    return toDraftReply(await reviewDraft(ctx, { id: params.id, probe }))
  },
  async ({ ctx, params }, stored) => {
    await requireDraft(ctx, params.id)
    return stored
  },
)
