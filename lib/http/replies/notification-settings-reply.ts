import type { NotificationSettings } from '../../usecases/notifications/read-notification-settings.ts'

export function toNotificationSettingsReply({ choices, email }: NotificationSettings) {
  const { isAvailable, address, pending, failure, mailboxUrl } = email
  return {
    choices: choices.map(({ fixed, ...choice }) => ({
      ...choice,
      inbox_fixed: fixed.inbox,
      email_fixed: fixed.email,
    })),
    email: {
      available: isAvailable,
      address,
      pending: pending && { address: pending.address, expires_at: pending.expiresAt.toISOString() },
      failure: failure && { ...failure, at: failure.at.toISOString() },
      mailbox_url: mailboxUrl,
    },
  }
}
