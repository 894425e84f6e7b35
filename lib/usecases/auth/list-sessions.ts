import { type LiveSessionRow, listLiveSessions } from '../../data/users.ts'
import { type Context, requireUser } from '../context.ts'

export type OwnSession = LiveSessionRow & { isCurrent: boolean }

/** Every live session of the signed-in person, the newest first. */
export async function listSessions(ctx: Context): Promise<OwnSession[]> {
  const user = requireUser(ctx)
  const rows = await listLiveSessions(ctx.db, user.userId)
  return rows.map((row) => ({ ...row, isCurrent: row.id === user.sessionId }))
}
