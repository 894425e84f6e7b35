import type { Provider } from '../provider.ts'
import { inTransaction } from '../store/database.ts'
import {
  findStoredTransaction,
  markTransaction,
  type Transaction,
  type TransactionChange,
  type TransactionState,
} from '../store/transactions.ts'
import { announce } from '../webhooks/announce.ts'
import { toWireTransaction } from '../wire/shapes.ts'

const announced: TransactionState[] = ['QUEUED', 'SENT', 'CONFIRMED', 'COMPLETE', 'FAILED', 'CANCELLED']

/** Moves a transaction on and announces it, in one database transaction; false when it had moved already. */
export function changeTransaction(provider: Provider, transaction: Transaction, change: TransactionChange): boolean {
  return inTransaction(provider.db, () => {
    if (!markTransaction(provider.db, transaction, change, provider.now())) return false
    const changed = findStoredTransaction(provider.db, transaction.id)
    if (changed && announced.includes(changed.state))
      announce(provider, 'transactions.outbound', toWireTransaction(provider, changed))
    return true
  })
}
