import { type EmailStatus, readEmailStatus } from '../../data/mail-addresses.ts'
import { type ChoiceRow, listChoices } from '../../data/notification-choices.ts'
import { type Context, requireUser } from '../context.ts'

export type NotificationSettings = {
  choices: ChoiceRow[]
  email: EmailStatus & { isAvailable: boolean; mailboxUrl: string | null }
}

/** Where the signed-in person's notifications go. */
export async function readNotificationSettings(ctx: Context): Promise<NotificationSettings> {
  const { userId } = requireUser(ctx)
  const { sendsMail: isAvailable, mailboxUrl } = ctx.settings
  const [choices, status] = await Promise.all([listChoices(ctx.db, userId), readEmailStatus(ctx.db, userId)])
  return { choices, email: { ...status, isAvailable, mailboxUrl } }
}
