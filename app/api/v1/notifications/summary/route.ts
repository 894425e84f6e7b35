import { countUnreadNotificationsEndpoint } from '#lib/api/notifications.ts'
import { handle } from '#lib/http/handle.ts'
import { countUnread } from '#lib/usecases/notifications/count-unread.ts'

export const GET = handle(countUnreadNotificationsEndpoint, async ({ ctx }) => ({ unread: await countUnread(ctx) }))
