import { inTransaction } from '../../data/database.ts'
import { countUnread, markRead as markRows } from '../../data/notifications.ts'
import { type Context, requireUser } from '../context.ts'

/** Marks the person's own notifications as read, these or all, and returns how many are left. */
export async function markRead(ctx: Context, ids: readonly string[] | 'all'): Promise<number> {
  const { userId } = requireUser(ctx)
  return inTransaction(ctx.db, async (tx) => {
    await markRows(tx, userId, ids)
    return countUnread(tx, userId)
  })
}
