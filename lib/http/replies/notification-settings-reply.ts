import { settings } from '../../api/notification-settings.ts'
import type { NotificationSettings } from '../../usecases/notifications/read-notification-settings.ts'
import { toWire } from '../to-wire.ts'

export function toNotificationSettingsReply({ choices, email }: NotificationSettings) {
  return toWire(settings, {
    choices: choices.map(({ fixed, ...choice }) => ({ ...choice, inboxFixed: fixed.inbox, emailFixed: fixed.email })),
    email: { ...email, available: email.isAvailable },
  })
}
