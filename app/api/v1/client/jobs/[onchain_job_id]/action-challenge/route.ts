import { createActionChallengeEndpoint } from '#lib/api/jobs.ts'
import { handle } from '#lib/http/handle.ts'
import { toChallengeReply, withWalletSession } from '#lib/http/replies/transaction-reply.ts'
import { createActionChallenge } from '#lib/usecases/jobs/create-action-challenge.ts'

export const POST = handle(
  createActionChallengeEndpoint,
  async ({ ctx, params, body }) => {
    const answer = await createActionChallenge(ctx, { id: BigInt(params.onchain_job_id), action: body.action ?? null })
    return { action: answer.action, ...toChallengeReply(answer) }
  },
  ({ ctx }, stored) => withWalletSession(ctx, stored),
)
