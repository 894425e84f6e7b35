import type { NotificationKind } from '#lib/domain/notification.ts'

export const notificationsText = {
  title: 'Notifications',
  text: 'Outcomes, payments, agents and sign-ins, newest first.',
  open: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${count(unread)} unread`),
  badge: (unread: number) => count(unread),
  readAll: 'Mark all as read',
  unread: 'Unread',
  filters: 'Which notifications',
  all: 'All',
  unreadOnly: 'Unread only',
  kinds: { jobs: 'Jobs', money: 'Money', agents: 'Agents', security: 'Security' } satisfies Record<
    NotificationKind,
    string
  >,
  emptyTitle: 'No notifications yet',
  empty: 'You are notified when a job ends, money moves, an agent needs you or somebody signs in as you.',
  noneTitle: 'Nothing here',
  none: 'No notification matches this choice.',
}

/** The service counts up to a hundred. */
function count(unread: number): string {
  return unread >= 100 ? '99+' : String(unread)
}
