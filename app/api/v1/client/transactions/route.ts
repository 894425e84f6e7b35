import { listTransactionsEndpoint } from '#lib/api/transactions.ts'
import { handle } from '#lib/http/handle.ts'
import { parseIdCursor, toPageReply } from '#lib/http/replies/page-reply.ts'
import { toTransactionReply } from '#lib/http/replies/transaction-reply.ts'
import { listTransactions, transactionList } from '#lib/usecases/transactions/list-transactions.ts'

export const GET = handle(listTransactionsEndpoint, async ({ ctx, query }) => {
  const { draft, purpose, limit, cursor } = query
  const filter = { ...(draft && { draftId: draft }), ...(purpose && { purpose }) }
  const before = parseIdCursor(transactionList(filter), cursor)
  return toPageReply(await listTransactions(ctx, { ...filter, ...before, limit }), toTransactionReply)
})
