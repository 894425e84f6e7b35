import { listTransactionsEndpoint } from '#lib/api/transactions.ts'
import { handle } from '#lib/http/handle.ts'
import { parseIdCursor, toPageReply } from '#lib/http/replies/page-reply.ts'
import { toTransactionReply } from '#lib/http/replies/transaction-reply.ts'
import { listTransactions } from '#lib/usecases/transactions/list-transactions.ts'

export const GET = handle(listTransactionsEndpoint, async ({ ctx, query }) => {
  const { draft, purpose, limit, cursor } = query
  const filter = {
    ...(draft && { draftId: draft }),
    ...(purpose && { purpose }),
    ...parseIdCursor('transactions', cursor),
    limit,
  }
  return toPageReply(await listTransactions(ctx, filter), toTransactionReply)
})
