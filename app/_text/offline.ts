export const offlineText = {
  offline:
    'You are offline. This page may be out of date. Nothing is lost, and updates resume when you’re back online.',
  waiting: 'You are offline. What you sent waits here and goes out when you’re back online. Keep this page open.',
  away: 'We can’t reach Jobwright at the moment. This page may be out of date, and we keep trying.',
  slow: 'Jobwright is taking longer than usual to respond. We’re still waiting.',
} as const
