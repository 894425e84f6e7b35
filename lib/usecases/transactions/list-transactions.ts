import { listTransactions as listRows, type TransactionFilter, type TransactionView } from '#lib/data/transactions.ts'
import { type Context, requireCapability } from '../context.ts'
import { type Page, toPage } from '../page.ts'

/** A page of the client's transactions, newest first. */
export async function listTransactions(
  ctx: Context,
  filter: Omit<TransactionFilter, 'userId'>,
): Promise<Page<TransactionView>> {
  const user = requireCapability(ctx, 'client')
  const rows = await listRows(ctx.db, { ...filter, userId: user.userId, limit: filter.limit + 1 })
  return toPage('transactions', rows, filter.limit, (row) => row.id)
}
