import { notification } from '../../api/notifications.ts'
import type { NotificationRow } from '../../data/notifications.ts'
import type { NotifiedEvent } from '../../domain/notification.ts'
import { toWire } from '../to-wire.ts'

export function toNotificationReply({ subjectType: type, subjectId: id, createdAt: at, ...row }: NotificationRow) {
  const { title, agentId } = row
  return toWire(notification, { ...row, name: row.name as NotifiedEvent, subject: { type, id, title, agentId }, at })
}
