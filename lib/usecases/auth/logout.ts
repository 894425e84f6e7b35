import { inTransaction } from '../../data/database.ts'
import { revokeSession } from '../../data/users.ts'
import { type Context, requireUser } from '../context.ts'
import { recordEndedSessions } from './end-sessions.ts'

/** Ends this session on every instance. */
export async function logout(ctx: Context): Promise<void> {
  const user = requireUser(ctx)
  await inTransaction(ctx.db, async (tx) => {
    if (!(await revokeSession(tx, user.sessionId))) return
    await recordEndedSessions(tx, user, { sessionIds: [user.sessionId], name: 'user.signed_out' })
  })
}
