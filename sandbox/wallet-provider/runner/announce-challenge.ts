import type { Provider } from '../provider.ts'
import type { Challenge, ChallengeType } from '../store/challenges.ts'
import { announce } from '../webhooks/announce.ts'

const notificationTypes: Record<ChallengeType, string> = {
  INITIALIZE: 'initialize',
  CREATE_WALLET: 'createWallet',
  CONTRACT_EXECUTION: 'contractExecution',
  CREATE_TRANSACTION: 'createTransaction',
  ACCELERATE_TRANSACTION: 'accelerateTransaction',
  CANCEL_TRANSACTION: 'cancelTransaction',
}

/** Tells the subscribers that a challenge is complete or failed; other states are not announced. */
export function announceChallenge(provider: Provider, challenge: Challenge): void {
  if (challenge.status !== 'COMPLETE' && challenge.status !== 'FAILED') return
  announce(provider, `challenges.${notificationTypes[challenge.type]}`, {
    id: challenge.id,
    userId: challenge.user_id,
    type: challenge.type,
    status: challenge.status,
    correlationIds: challenge.correlation_id ? [challenge.correlation_id] : [],
    errorCode: challenge.error_code ?? 0,
    errorMessage: challenge.error_message ?? '',
  })
}
