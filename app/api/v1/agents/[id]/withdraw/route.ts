import { withdrawEarningsEndpoint } from '#lib/api/withdrawals.ts'
import { handle } from '#lib/http/handle.ts'
import { toWithdrawalReply } from '#lib/http/replies/agent-reply.ts'
import { createWithdrawal } from '#lib/usecases/withdrawals/create-withdrawal.ts'

export const POST = handle(withdrawEarningsEndpoint, async ({ ctx, params, body, idempotencyKey }) =>
  toWithdrawalReply(await createWithdrawal(ctx, { id: params.id, requestKey: idempotencyKey ?? null, ...body })),
)
