import { createFundingChallengeEndpoint } from '#lib/api/draft-funding.ts'
import { handle } from '#lib/http/handle.ts'
import { toDraftReply } from '#lib/http/replies/draft-reply.ts'
import { toChallengeReply, withWalletSession } from '#lib/http/replies/transaction-reply.ts'
import { createFundingChallenge } from '#lib/usecases/drafts/create-funding-challenge.ts'
import { requireDraft } from '#lib/usecases/drafts/require-draft.ts'

export const POST = handle(
  createFundingChallengeEndpoint,
  async ({ ctx, params }) => {
    const answer = await createFundingChallenge(ctx, { id: params.id })
    return { draft: toDraftReply(answer.view), ...toChallengeReply(answer) }
  },
  async ({ ctx, params }, stored) => {
    await requireDraft(ctx, params.id)
    return withWalletSession(ctx, stored)
  },
)
