import { setTimeout as wait } from 'node:timers/promises'

/** Resolves when the caller may ask: at most `perSecond` callers within any second, in the order in which they came. */
export function rateLimit(perSecond: number): () => Promise<void> {
  const turns: number[] = Array.from({ length: perSecond }, () => Number.NEGATIVE_INFINITY)
  let next = 0
  return async () => {
    const now = performance.now()
    const turn = Math.max(now, (turns[next] ?? 0) + 1_000)
    turns[next] = turn
    next = (next + 1) % perSecond
    if (turn > now) await wait(turn - now)
  }
}
