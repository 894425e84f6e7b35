import { findLiveSession, touchSession } from '../../data/users.ts'
import type { Services, UserActor } from '../context.ts'
import { hashSecret } from './secrets.ts'

const touchAfterMs = 60_000

/** The person behind a session secret, read from the database on every call; undefined when the session is over. */
export async function authenticateSession(
  services: Pick<Services, 'db'>,
  secret: string,
): Promise<UserActor | undefined> {
  const session = await findLiveSession(services.db, hashSecret(secret))
  if (!session) return undefined
  if (Date.now() - session.lastSeenAt.getTime() > touchAfterMs) await touchSession(services.db, session.id)
  return {
    kind: 'user',
    userId: session.userId,
    sessionId: session.id,
    token: null,
    signedInAt: session.signedInAt,
    signInAge: session.signInAge,
    expiresAt: session.expiresAt,
    capabilities: session.capabilities,
  }
}
