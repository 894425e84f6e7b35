import { listTransactions as listRows, type TransactionFilter, type TransactionView } from '../../data/transactions.ts'
import { type Context, requireCapability } from '../context.ts'
import { filteredList, type Page, toPage } from '../page.ts'

/** The list of a filter, under whose name its cursors stand. */
export function transactionList({ draftId, purpose }: Pick<TransactionFilter, 'draftId' | 'purpose'>): string {
  return filteredList('transactions', { draftId, purpose })
}

/** A page of the client's transactions, newest first. */
export async function listTransactions(
  ctx: Context,
  filter: Omit<TransactionFilter, 'userId'>,
): Promise<Page<TransactionView>> {
  const user = requireCapability(ctx, 'client')
  const rows = await listRows(ctx.db, { ...filter, userId: user.userId, limit: filter.limit + 1 })
  return toPage(transactionList(filter), rows, filter.limit, (row) => row.id)
}
