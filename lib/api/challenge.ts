import { z } from 'zod'
import { address, hash, money, timestamp, uuid } from './scalars.ts'
import { transaction } from './transactions.ts'
import { walletSession } from './wallet.ts'

/** The answers to a request for a challenge: the challenge, or its transaction once it was approved, beside `more`. */
export function challengeOrUnderway<More extends z.ZodRawShape>(more: More) {
  return [
    z.strictObject({ status: z.literal('challenge'), ...more, ...challengeFields }),
    z.strictObject({ status: z.literal('underway'), ...more, transaction }),
  ] as const
}

/** What every answer with a challenge carries: the challenge, its transaction, and the exact call. */
const challengeFields = {
  challenge_id: z.string(),
  transaction_id: uuid,
  wallet_session: walletSession,
  expires_at: timestamp.nullable().meta({
    description:
      'From this time on, approving the challenge has no effect; null if there is no such time. The provider may end the challenge earlier.',
  }),
  call: z.strictObject({ contract: address, action: z.string(), amount: money.nullable(), calldata_hash: hash }),
}

/** What may stand in the way of any challenge. */
export const challengeFailures = [
  'not_found',
  'recent_sign_in_required',
  'state_conflict',
  'wallet_missing',
  'wallet_busy',
  'provider_session_expired',
  'provider_unavailable',
  'provider_refused',
  'chain_unavailable',
] as const
