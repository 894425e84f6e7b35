export const offlineText = {
  offline: 'You are offline. What you see may be old; nothing is lost, and the page goes on when the network is back.',
} as const
