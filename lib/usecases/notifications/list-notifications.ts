import {
  listNotifications as listRows,
  type NotificationQuery,
  type NotificationRow,
} from '../../data/notifications.ts'
import { type Context, requireUser } from '../context.ts'
import { filteredList, type Page, toPage } from '../page.ts'

/** The list of these notifications, under whose name its cursors stand. */
export function notificationsOf({ kinds, isUnread }: Pick<NotificationQuery, 'kinds' | 'isUnread'>): string {
  return filteredList('notifications', { kinds, unread: isUnread || undefined })
}

/** The notifications of the signed-in person, newest first. */
export async function listNotifications(ctx: Context, query: NotificationQuery): Promise<Page<NotificationRow>> {
  const { userId } = requireUser(ctx)
  const rows = await listRows(ctx.db, userId, { ...query, limit: query.limit + 1 })
  return toPage(notificationsOf(query), rows, query.limit, ({ id }) => id)
}
