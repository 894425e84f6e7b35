import type { Provider } from '../provider.ts'
import { insertTransaction } from '../store/transactions.ts'
import type { TransactionPlan } from './plans.ts'

/** Accepts a transaction for the background work to carry out; returns its id. */
export function startTransaction(provider: Provider, userId: string, plan: TransactionPlan): string {
  const id = insertTransaction(provider.db, { ...plan, userId, now: provider.now() })
  provider.faults.assign(id)
  return id
}
