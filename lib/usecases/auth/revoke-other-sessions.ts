import { inTransaction } from '../../data/database.ts'
import { revokeLiveSessions } from '../../data/users.ts'
import { type Context, requireUser } from '../context.ts'
import { recordEndedSessions } from './end-sessions.ts'

/** Ends every live session of the signed-in person but the one that asks. */
export async function revokeOtherSessions(ctx: Context): Promise<{ revoked: number }> {
  const user = requireUser(ctx)
  return inTransaction(ctx.db, async (tx) => {
    const sessionIds = await revokeLiveSessions(tx, user.userId, { allBut: user.sessionId })
    await recordEndedSessions(tx, user, { sessionIds, name: 'session.revoked' })
    return { revoked: sessionIds.length }
  })
}
