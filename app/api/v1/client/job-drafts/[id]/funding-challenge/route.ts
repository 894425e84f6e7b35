import { createFundingChallengeEndpoint } from '#lib/api/draft-funding.ts'
import { handle } from '#lib/http/handle.ts'
import { toDraftReply } from '#lib/http/replies/draft-reply.ts'
import { toChallengeReply } from '#lib/http/replies/transaction-reply.ts'
import { createFundingChallenge } from '#lib/usecases/drafts/create-funding-challenge.ts'

export const POST = handle(createFundingChallengeEndpoint, async ({ ctx, params }) => {
  const answer = await createFundingChallenge(ctx, { id: params.id })
  return { status: answer.status, draft: toDraftReply(answer.view), ...toChallengeReply(answer) }
})
