import { confirmMailAddressEndpoint } from '#lib/api/notification-settings.ts'
import { handle } from '#lib/http/handle.ts'
import { toNotificationSettingsReply } from '#lib/http/replies/notification-settings-reply.ts'
import { confirmMailAddress } from '#lib/usecases/mail/confirm-mail-address.ts'
import { readNotificationSettings } from '#lib/usecases/notifications/read-notification-settings.ts'

export const POST = handle(confirmMailAddressEndpoint, async ({ ctx, body }) => {
  await confirmMailAddress(ctx, body)
  return toNotificationSettingsReply(await readNotificationSettings(ctx))
})
