import { getNotificationSettingsEndpoint, updateNotificationSettingsEndpoint } from '#lib/api/notification-settings.ts'
import { handle } from '#lib/http/handle.ts'
import { toNotificationSettingsReply } from '#lib/http/replies/notification-settings-reply.ts'
import { chooseNotifications } from '#lib/usecases/notifications/choose-notifications.ts'
import { readNotificationSettings } from '#lib/usecases/notifications/read-notification-settings.ts'

export const GET = handle(getNotificationSettingsEndpoint, async ({ ctx }) =>
  toNotificationSettingsReply(await readNotificationSettings(ctx)),
)

export const PATCH = handle(updateNotificationSettingsEndpoint, async ({ ctx, body }) => {
  await chooseNotifications(ctx, body.changes)
  return toNotificationSettingsReply(await readNotificationSettings(ctx))
})
