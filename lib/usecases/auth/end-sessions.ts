import type { Transaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { markCredentialSignedOut } from '../../data/provider-credentials.ts'
import { hasLiveSession } from '../../data/users.ts'
import type { UserActor } from '../context.ts'

/** Records the end of sessions; with a person's last one, the provider's session is left to the worker alone. */
export async function recordEndedSessions(
  tx: Transaction,
  user: UserActor,
  ended: { sessionIds: readonly string[]; name: 'user.signed_out' | 'session.revoked' },
): Promise<void> {
  if (!(await hasLiveSession(tx, user.userId))) await markCredentialSignedOut(tx, user.userId)
  for (const id of ended.sessionIds) {
    const subject = { type: 'session', id } as const
    await recordEvent(tx, { actor: user, subject, userId: user.userId, name: ended.name })
  }
}
