import { markNotificationsReadEndpoint } from '#lib/api/notifications.ts'
import { handle } from '#lib/http/handle.ts'
import { markRead } from '#lib/usecases/notifications/mark-read.ts'

export const POST = handle(markNotificationsReadEndpoint, async ({ ctx, body }) => ({
  unread: await markRead(ctx, 'all' in body ? 'all' : body.ids),
}))
