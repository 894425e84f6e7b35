import type { Provider } from '../provider.ts'
import type { Transaction } from '../store/transactions.ts'
import { changeTransaction } from './change-transaction.ts'

export type Operation = 'cancel' | 'accelerate'

/** Cancels or accelerates a transaction; false when it has gone too far for that. */
export function operate(provider: Provider, transaction: Transaction, operation: Operation): boolean {
  if (operation === 'cancel')
    return isCancellable(transaction) && changeTransaction(provider, transaction, { state: 'CANCELLED' })
  return isAccelerable(transaction)
}

/** A user operation that was signed may already be on its way; no replacement of it can be promised. */
export function isCancellable(transaction: Transaction): boolean {
  return ['INITIATED', 'CLEARED', 'QUEUED'].includes(transaction.state) && transaction.attempt_json === null
}

export function isAccelerable(transaction: Transaction): boolean {
  return transaction.state === 'SENT' || transaction.state === 'STUCK'
}
