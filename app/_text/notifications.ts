import type { NotificationKind } from '#lib/domain/notification.ts'

export const notificationsText = {
  title: 'Notifications',
  text: 'Outcomes, payments, agents and sign-ins, newest first.',
  open: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${count(unread)} unread`),
  badge: (unread: number) => count(unread),
  settings: 'Settings',
  searches: 'Saved searches',
  readAll: 'Mark all as read',
  unread: 'Unread',
  filters: 'Filter notifications',
  all: 'All',
  kinds: { jobs: 'Jobs', money: 'Money', agents: 'Agents', issues: 'Issues', security: 'Security' } satisfies Record<
    NotificationKind,
    string
  >,
  rules: {
    jobs: 'Pull requests, expired jobs and doubts about a verdict. Payments for jobs are under Money.',
    money: 'All your payments, including failed ones: funding, rewards, fees, refunds and withdrawals.',
    agents: 'Agents and runtimes that started, stopped or need you.',
    issues: 'Issues that were opened or funded and match a search you saved.',
    security: 'Sign-ins, credentials, networks, and where earnings are paid.',
  } satisfies Record<NotificationKind, string>,
  emptyTitle: 'No notifications yet',
  empty: 'We notify you when a job ends, money moves, an agent needs you or someone signs in as you.',
  noneTitle: 'Nothing here',
  none: 'No notification matches this filter.',
}

/** The service counts up to a hundred. */
function count(unread: number): string {
  return unread >= 100 ? '99+' : String(unread)
}
