import type { Provider } from '../provider.ts'
import { settleChallenges } from '../runner/settle-challenges.ts'
import { expirePending } from '../store/challenges.ts'
import { expireDeviceTokens, expireSessions } from '../store/sessions.ts'
import type { Expiration } from './settings.ts'

const expirers = { sessions: expireSessions, challenges: expirePending, device_tokens: expireDeviceTokens }

/** Ends the life of everything of this kind that is alive, as if its time were over; returns how many there were. */
export function expire(provider: Provider, { what, userId }: Expiration): number {
  const count = expirers[what](provider.db, provider.now(), userId)
  settleChallenges(provider)
  return count
}
