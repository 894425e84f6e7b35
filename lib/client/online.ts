import { useSyncExternalStore } from 'react'

/** Resolves at once, or when this browser says that it has a network again. */
export function untilOnline(): Promise<void> {
  if (isOnline()) return Promise.resolve()
  return new Promise((resolve) => addEventListener('online', () => resolve(), { once: true }))
}

/** Whether this browser believes that it has a network; true while a page is made on the server. */
export function useOnline(): boolean {
  return useSyncExternalStore(watch, isOnline, () => true)
}

/** Browsers only know for certain that they are offline. */
export function isOnline(): boolean {
  return typeof navigator === 'undefined' || navigator.onLine !== false
}

function watch(onChange: () => void): () => void {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}
