import { transactionsText } from '#app/_text/workspace.ts'
import type { Transaction } from '#lib/client/fund-steps.ts'
import { isLive } from '#lib/domain/transaction.ts'

const text = transactionsText.trouble

/** What is out of the ordinary about a live transaction, in a word; undefined while it takes its course. */
export function troubleOf({ state, reconciling, correlation }: Transaction): string | undefined {
  if (!isLive(state)) return undefined
  const atProvider = correlation.provider_state ?? ''
  if (atProvider === 'STUCK' && (state === 'SUBMITTED' || state === 'BROADCAST')) return text.stuck
  if (state === 'BROADCAST' && ['FAILED', 'DENIED', 'CANCELLED'].includes(atProvider)) return text.givenUp
  return reconciling ? text.reconciling : undefined
}
