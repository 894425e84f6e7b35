import { inTransaction } from '../../data/database.ts'
import { revokeLiveSessions } from '../../data/users.ts'
import { Failure } from '../../domain/failure.ts'
import { type Context, requireUser } from '../context.ts'
import { recordEndedSessions } from './end-sessions.ts'

/** Ends one live session of the signed-in person, from its next request on; `not_found` for any other. */
export async function revokeOwnSession(ctx: Context, input: { id: string }): Promise<{ isCurrent: boolean }> {
  const user = requireUser(ctx)
  await inTransaction(ctx.db, async (tx) => {
    const ended = await revokeLiveSessions(tx, user.userId, { only: input.id })
    if (ended.length === 0) throw new Failure('not_found', 'There is no such session.')
    await recordEndedSessions(tx, user, { sessionIds: ended, name: 'session.revoked' })
  })
  return { isCurrent: input.id === user.sessionId }
}
