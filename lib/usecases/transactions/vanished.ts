import type { TransactionRow } from '../../data/transactions.ts'
import { Failure } from '../../domain/failure.ts'

const longMs = 10 * 60_000

/** In units of these ten minutes. */
export const anHour = 6

/** The provider no longer knows what it had accepted: nothing is known then, and nothing may be sent again. */
export function vanished(what: 'challenge' | 'transaction'): Failure {
  return new Failure('provider_unavailable', `The wallet provider does not know the ${what} at present.`, {
    retryAfterSeconds: 5,
  })
}

/** True when each look has failed for ten minutes. */
export function isLongUnanswered({ unansweredSince }: Pick<TransactionRow, 'unansweredSince'>): boolean {
  return unansweredSince !== null && Date.now() - unansweredSince.getTime() > longMs
}

/** True when nothing new has been learnt about the transaction for ten minutes. */
export function isLongUnchanged(row: Pick<TransactionRow, 'updatedAt'>, times = 1): boolean {
  return Date.now() - row.updatedAt.getTime() > longMs * times
}
