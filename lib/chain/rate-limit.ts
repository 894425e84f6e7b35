import { setTimeout as wait } from 'node:timers/promises'

export type RateLimit = {
  /** Resolves when the caller may ask: at most so many callers within any second, in the order in which they came. */
  turn(): Promise<void>
  /** Notes that the node refused for too many requests: half as many from now on, a quarter more after each ten seconds. */
  refused(): void
}

const growMs = 10_000
/** What was under way together is refused together. */
const sameRefusalMs = 1_000

export function rateLimit(perSecond: number): RateLimit {
  let limit = perSecond
  let changedAt = Number.NEGATIVE_INFINITY
  const turns: number[] = []
  let lastWaiting: Promise<void> = Promise.resolve()
  const grow = (now: number) => {
    if (limit === perSecond || now - changedAt < growMs) return
    limit = Math.min(perSecond, Math.ceil(limit * 1.25))
    changedAt = now
  }
  return {
    turn: async () => {
      const now = performance.now()
      grow(now)
      const turn = Math.max(now, turns.at(-1) ?? now, (turns.at(-limit) ?? Number.NEGATIVE_INFINITY) + 1_000)
      turns.push(turn)
      if (turns.length > perSecond) turns.shift()
      if (turn <= now) return
      // Timers of different lengths that end in the same millisecond may end in any order.
      const before = lastWaiting
      lastWaiting = wait(turn - now).then(() => before)
      await lastWaiting
    },
    refused: () => {
      const now = performance.now()
      if (now - changedAt < sameRefusalMs) return
      limit = Math.max(1, Math.floor(limit / 2))
      changedAt = now
    },
  }
}
