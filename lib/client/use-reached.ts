import { notifyManager, type Query, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { isUnanswered } from './refusals.ts'

const askAgainMs = 5_000

/** Whether the service answers what the page shows. While it does not, that is read again every few seconds. */
export function useReached(): boolean {
  const client = useQueryClient()
  const cache = client.getQueryCache()
  const watch = useCallback((onChange: () => void) => cache.subscribe(notifyManager.batchCalls(onChange)), [cache])
  const isReached = useSyncExternalStore(
    watch,
    () => cache.findAll({ type: 'active', predicate: wasUnanswered }).length === 0,
    () => true,
  )
  useEffect(() => {
    if (isReached) return
    const readAgain = () => {
      if (document.visibilityState === 'visible')
        void client.refetchQueries({ type: 'active', predicate: wasUnanswered }, { cancelRefetch: false })
    }
    const timer = setInterval(readAgain, askAgainMs)
    return () => clearInterval(timer)
  }, [client, isReached])
  return isReached
}

function wasUnanswered({ state }: Query): boolean {
  return isUnanswered(state.error)
}
