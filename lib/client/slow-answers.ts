const slowAfterMs = 8_000

const waiting = new Set<{ since: number }>()

/** Notes that an answer is waited for, until what it returns is called. */
export function noteWait(now: number = Date.now()): () => void {
  const wait = { since: now }
  waiting.add(wait)
  return () => {
    waiting.delete(wait)
  }
}

/** Whether an answer has been waited for longer than people expect. */
export function isSlow(now: number = Date.now()): boolean {
  return [...waiting].some(({ since }) => now - since > slowAfterMs)
}
