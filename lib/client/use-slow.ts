import { useSyncExternalStore } from 'react'
import { isSlow } from './slow-answers.ts'

const checkEachMs = 1_000

/** Whether an answer has been waited for longer than people expect, as of the last second. */
export function useSlow(): boolean {
  return useSyncExternalStore(
    watch,
    () => isSlow(),
    () => false,
  )
}

function watch(onChange: () => void): () => void {
  const timer = setInterval(onChange, checkEachMs)
  return () => clearInterval(timer)
}
