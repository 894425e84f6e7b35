/** Resolves at once, or when this browser says that it has a network again. */
export function untilOnline(): Promise<void> {
  if (isOnline()) return Promise.resolve()
  return new Promise((resolve) => addEventListener('online', () => resolve(), { once: true }))
}

/** Browsers only know for certain that they are offline. */
export function isOnline(): boolean {
  return typeof navigator === 'undefined' || navigator.onLine !== false
}
