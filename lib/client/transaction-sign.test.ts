import { expect, test } from 'vitest'
import type { Transaction } from './fund-steps.ts'
import { transactionSign } from './transaction-sign.ts'

const seen = {
  id: '019a',
  state: 'SUBMITTED',
  reconciling: false,
  correlation: { provider_state: 'SENT', transaction_hash: null, block_number: null },
  awaiting: { who: 'wallet_provider', text: 'It is prepared.', until: null, next_look_at: '2026-11-21T10:00:02.000Z' },
} as Transaction

test('that the service will check again is no news, so that asking about a resting transaction backs off', () => {
  const later = { ...seen, awaiting: seen.awaiting && { ...seen.awaiting, next_look_at: '2026-11-21T10:00:04.000Z' } }
  expect(transactionSign(later)).toBe(transactionSign(seen))
})

test('a move, trouble at the provider and a failed look are news', () => {
  const stuck = { ...seen, correlation: { ...seen.correlation, provider_state: 'STUCK' } }
  for (const news of [{ ...seen, state: 'BROADCAST' as const }, stuck, { ...seen, reconciling: true }])
    expect(transactionSign(news)).not.toBe(transactionSign(seen))
})
