import { useEffect } from 'react'
import { isOnline } from '#lib/client/online.ts'

const firstPausesMs = [2_000, 4_000, 8_000]
const pauseMs = 15_000
const triesMax = 20

/** How often each part of the page was retried. React discards the state of a part that fails again. */
const tries = new WeakMap<() => void, number>()

/** Retries a failed part of the page with growing pauses while the page is visible; true as long as it does. */
export function useTryingAgain(isWanted: boolean, error: Error, retry: () => void): boolean {
  const tried = tries.get(retry) ?? 0
  const isTrying = isWanted && tried < triesMax
  // biome-ignore lint/correctness/useExhaustiveDependencies: retried after each failure
  useEffect(() => {
    if (!isTrying) return
    let isDue = false
    const tryAgain = () => {
      if (!isDue || document.visibilityState !== 'visible' || !isOnline()) return
      isDue = false
      tries.set(retry, tried + 1)
      retry()
    }
    const timer = setTimeout(() => {
      isDue = true
      tryAgain()
    }, firstPausesMs[tried] ?? pauseMs)
    document.addEventListener('visibilitychange', tryAgain)
    addEventListener('online', tryAgain)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', tryAgain)
      removeEventListener('online', tryAgain)
    }
  }, [isTrying, tried, error, retry])
  return isTrying
}
