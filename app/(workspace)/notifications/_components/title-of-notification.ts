import type { ReplyOf } from '#lib/client/api.ts'
import { notificationsText } from '../../../_text/notifications.ts'
import { eventText } from '../../../_text/records.ts'

type Notification = ReplyOf<'listNotifications'>['data'][number]

/** What happened, with its cause where events of that name have more than one. */
export function titleOfNotification({ name, reason }: Pick<Notification, 'name' | 'reason'>): string {
  return reason ? notificationsText.endpointDisabled[reason] : eventText[name]
}
