export const offlineText = {
  offline:
    'You are offline. This page may be out of date. Nothing is lost, and updates resume when you’re back online.',
} as const
