import { isLive } from '../domain/transaction.ts'
import type { Transaction } from './fund-steps.ts'

type Page = { data: readonly Transaction[] }

/** What counts as news about a transaction; the time of the next check moves with every reading and does not. */
export function transactionSign({ id, state, reconciling, correlation, awaiting }: Transaction): string {
  const { provider_state, transaction_hash, block_number } = correlation
  return JSON.stringify([id, state, reconciling, provider_state, transaction_hash, block_number, awaiting?.text])
}

/** The same for several. */
export function pageSign({ data }: Page): string {
  return data.map(transactionSign).join()
}

export function hasLive({ data }: Page): boolean {
  return data.some(({ state }) => isLive(state))
}
