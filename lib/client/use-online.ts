import { useSyncExternalStore } from 'react'
import { isOnline } from './online.ts'

/** Whether this browser believes that it has a network; true while a page is made on the server. */
export function useOnline(): boolean {
  return useSyncExternalStore(watch, isOnline, () => true)
}

function watch(onChange: () => void): () => void {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}
