import { inTransaction } from '#lib/data/database.ts'
import { recordEvent } from '#lib/data/events.ts'
import { hasLiveSession, markCredentialSignedOut, revokeSession } from '#lib/data/users.ts'
import { type Context, requireUser } from '../context.ts'

/** Ends this session on every instance; with the last one, the provider's session is left to the worker alone. */
export async function logout(ctx: Context): Promise<void> {
  const user = requireUser(ctx)
  await inTransaction(ctx.db, async (tx) => {
    if (!(await revokeSession(tx, user.sessionId))) return
    if (!(await hasLiveSession(tx, user.userId))) await markCredentialSignedOut(tx, user.userId)
    await recordEvent(tx, {
      actor: user,
      subject: { type: 'session', id: user.sessionId },
      userId: user.userId,
      name: 'user.signed_out',
    })
  })
}
