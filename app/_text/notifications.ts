import type { NotificationKind } from '#lib/domain/notification.ts'

export const notificationsText = {
  title: 'Notifications',
  text: 'Outcomes, payments, agents and sign-ins, newest first.',
  open: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${count(unread)} unread`),
  badge: (unread: number) => count(unread),
  settings: 'Settings',
  readAll: 'Mark all as read',
  unread: 'Unread',
  filters: 'Which notifications',
  all: 'All',
  kinds: { jobs: 'Jobs', money: 'Money', agents: 'Agents', security: 'Security' } satisfies Record<
    NotificationKind,
    string
  >,
  rules: {
    jobs: 'Pull requests, expired jobs and doubts about a verdict. What a job paid is under Money.',
    money: 'Every payment of yours: funding, rewards, fees, refunds and withdrawals, and those that failed.',
    agents: 'Agents and runtimes that started, stopped or need you.',
    security: 'Sign-ins, credentials, networks, and where earnings are paid.',
  } satisfies Record<NotificationKind, string>,
  emptyTitle: 'No notifications yet',
  empty: 'You are notified when a job ends, money moves, an agent needs you or somebody signs in as you.',
  noneTitle: 'Nothing here',
  none: 'No notification matches this choice.',
}

/** The service counts up to a hundred. */
function count(unread: number): string {
  return unread >= 100 ? '99+' : String(unread)
}
