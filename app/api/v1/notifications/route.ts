import { listNotificationsEndpoint } from '#lib/api/notifications.ts'
import { handle } from '#lib/http/handle.ts'
import { toNotificationReply } from '#lib/http/replies/notification-reply.ts'
import { parseIdCursor, toPageReply } from '#lib/http/replies/page-reply.ts'
import { listNotifications, notificationsOf } from '#lib/usecases/notifications/list-notifications.ts'

export const GET = handle(listNotificationsEndpoint, async ({ ctx, query }) => {
  const filter = { kinds: query.kind, isUnread: query.unread === 'true' }
  const before = parseIdCursor(notificationsOf(filter), query.cursor)
  return toPageReply(await listNotifications(ctx, { ...filter, limit: query.limit, ...before }), toNotificationReply)
})
