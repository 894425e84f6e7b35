import type { Provider } from '../provider.ts'
import type { Transaction } from '../store/transactions.ts'
import { changeTransaction } from './change-transaction.ts'
import { keepAttempt, readAttempt } from './send.ts'

export type Operation = 'cancel' | 'accelerate'

/** Cancels or accelerates a transaction; false when it has gone too far for that. */
export function operate(provider: Provider, transaction: Transaction, operation: Operation): boolean {
  if (operation === 'cancel')
    return isCancellable(transaction) && changeTransaction(provider, transaction, { state: 'CANCELLED' })
  return isAccelerable(transaction) && (transaction.state !== 'STUCK' || release(provider, transaction))
}

/** A user operation that was signed may already be on its way; no replacement of it can be promised. */
export function isCancellable(transaction: Transaction): boolean {
  const { state, attempt_json } = transaction
  // What is stuck was withheld: no node has it.
  return state === 'STUCK' || (['INITIATED', 'CLEARED', 'QUEUED'].includes(state) && attempt_json === null)
}

export function isAccelerable(transaction: Transaction): boolean {
  return transaction.state === 'SENT' || transaction.state === 'STUCK'
}

/** What is stuck goes on; what had a hash gets another one. */
function release(provider: Provider, transaction: Transaction): boolean {
  const attempt = readAttempt(transaction)
  if (attempt) keepAttempt(provider, transaction, { ...attempt, mustOutbid: true })
  return changeTransaction(provider, transaction, { state: attempt ? 'SENT' : 'QUEUED' })
}
