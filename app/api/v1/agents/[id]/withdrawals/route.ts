import { listWithdrawalsEndpoint } from '#lib/api/withdrawals.ts'
import { handle } from '#lib/http/handle.ts'
import { toWithdrawalReply } from '#lib/http/replies/agent-reply.ts'
import { parseIdCursor, toPageReply } from '#lib/http/replies/page-reply.ts'
import { listWithdrawals, withdrawalsOf } from '#lib/usecases/withdrawals/list-withdrawals.ts'

export const GET = handle(listWithdrawalsEndpoint, async ({ ctx, params, query }) => {
  const page = { ...parseIdCursor(withdrawalsOf(params.id), query.cursor), limit: query.limit }
  return toPageReply(await listWithdrawals(ctx, { id: params.id, ...page }), toWithdrawalReply)
})
