import { reviewDraftEndpoint } from '#lib/api/drafts.ts'
import { handle } from '#lib/http/handle.ts'
import { toDraftReply } from '#lib/http/replies/draft-reply.ts'
import { reviewDraft } from '#lib/usecases/drafts/review-draft.ts'

export const POST = handle(reviewDraftEndpoint, async ({ ctx, params }) =>
  toDraftReply(await reviewDraft(ctx, { id: params.id })),
)
