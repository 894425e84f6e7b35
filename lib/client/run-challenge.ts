import { call, type ReplyOf } from './api.ts'
import type { ChallengeExecutor } from './executor/executor.ts'
import { untilOnline } from './online.ts'
import { retrying } from './retrying.ts'

export type IssuedChallenge = {
  challenge_id: string
  transaction_id: string
  wallet_session: { user_token: string; encryption_key: string }
}

type Watch = { signal?: AbortSignal; onApproved?: () => void }

/**
 * Lets the person answer one challenge, then makes the service look at the provider and the chain. What comes back is what
 * the service found, not what the browser saw.
 */
export async function runChallenge(
  executor: ChallengeExecutor,
  challenge: IssuedChallenge,
  { signal, onApproved }: Watch = {},
): Promise<ReplyOf<'resolveTransaction'>> {
  const { user_token: userToken, encryption_key: encryptionKey } = challenge.wallet_session
  await untilOnline()
  await executor.execute({ challengeId: challenge.challenge_id, userToken, encryptionKey }, signal)
  onApproved?.()
  return reportChallenge(challenge)
}

/** Makes the service look at once at what became of a challenge. */
export function reportChallenge(challenge: IssuedChallenge): Promise<ReplyOf<'resolveTransaction'>> {
  const idempotencyKey = crypto.randomUUID()
  const params = { transaction_id: challenge.transaction_id }
  const body = { challenge_id: challenge.challenge_id, result: 'COMPLETE' } as const
  return retrying(() => call('resolveTransaction', { params, body, idempotencyKey }))
}
