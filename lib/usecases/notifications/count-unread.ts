import { countUnread as countRows } from '../../data/notifications.ts'
import { type Context, requireUser } from '../context.ts'

/** How many notifications the signed-in person has not read, up to a hundred. */
export function countUnread(ctx: Context): Promise<number> {
  return countRows(ctx.db, requireUser(ctx).userId)
}
