import type { Provider } from '../provider.ts'
import {
  type Challenge,
  type ChallengeChange,
  findChallenge,
  listDueChallenges,
  markChallenge,
} from '../store/challenges.ts'
import { inTransaction } from '../store/database.ts'
import { announceChallenge } from './announce-challenge.ts'

/** Completes approved challenges after their lag and ends those that nobody approved in time. */
export function settleChallenges(provider: Provider): void {
  for (const challenge of listDueChallenges(provider.db, provider.now())) {
    changeChallenge(provider, challenge, { status: challenge.status === 'PENDING' ? 'EXPIRED' : 'COMPLETE' })
  }
}

/** Moves a challenge on and announces it, in one transaction; false when it had moved already. */
export function changeChallenge(provider: Provider, challenge: Challenge, change: ChallengeChange): boolean {
  return inTransaction(provider.db, () => {
    if (!markChallenge(provider.db, challenge.id, challenge.status, change)) return false
    const changed = findChallenge(provider.db, challenge.user_id, challenge.id)
    if (changed) announceChallenge(provider, changed)
    return true
  })
}
