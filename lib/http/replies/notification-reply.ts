import type { NotificationRow } from '../../data/notifications.ts'
import type { NotifiedEvent } from '../../domain/notification.ts'

export function toNotificationReply(row: NotificationRow) {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name as NotifiedEvent,
    reason: row.reason,
    subject: { type: row.subjectType, id: row.subjectId, title: row.title, agent_id: row.agentId },
    at: row.createdAt.toISOString(),
    read_at: row.readAt?.toISOString() ?? null,
  }
}
