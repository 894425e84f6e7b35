import { removeMailAddressEndpoint, setMailAddressEndpoint } from '#lib/api/notification-settings.ts'
import { handle } from '#lib/http/handle.ts'
import { toNotificationSettingsReply } from '#lib/http/replies/notification-settings-reply.ts'
import { removeMailAddress } from '#lib/usecases/mail/remove-mail-address.ts'
import { setMailAddress } from '#lib/usecases/mail/set-mail-address.ts'
import { readNotificationSettings } from '#lib/usecases/notifications/read-notification-settings.ts'

export const PUT = handle(setMailAddressEndpoint, async ({ ctx, body }) => {
  await setMailAddress(ctx, body)
  return toNotificationSettingsReply(await readNotificationSettings(ctx))
})

export const DELETE = handle(removeMailAddressEndpoint, async ({ ctx }) => {
  await removeMailAddress(ctx)
  return toNotificationSettingsReply(await readNotificationSettings(ctx))
})
