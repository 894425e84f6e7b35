const channelName = 'jobwright.notifications'

/** Tells the other tabs of this browser that notifications were marked as read, of which no change is recorded. */
export function announceRead(): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage('read')
  channel.close()
}

/** Reports whatever another tab marks as read, until it is stopped. */
export function followReads(report: () => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = report
  return () => channel.close()
}
