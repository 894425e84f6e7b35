import { createApprovalChallengeEndpoint } from '#lib/api/draft-funding.ts'
import { handle } from '#lib/http/handle.ts'
import { toDraftReply } from '#lib/http/replies/draft-reply.ts'
import { toChallengeReply, withWalletSession } from '#lib/http/replies/transaction-reply.ts'
import { createApprovalChallenge } from '#lib/usecases/drafts/create-approval-challenge.ts'
import { requireDraft } from '#lib/usecases/drafts/require-draft.ts'

export const POST = handle(
  createApprovalChallengeEndpoint,
  async ({ ctx, params }) => {
    const answer = await createApprovalChallenge(ctx, { id: params.id })
    const draft = toDraftReply(answer.view)
    return answer.status === 'exists' ? { status: answer.status, draft } : { draft, ...toChallengeReply(answer) }
  },
  async ({ ctx, params }, stored) => {
    await requireDraft(ctx, params.id)
    return withWalletSession(ctx, stored)
  },
)
