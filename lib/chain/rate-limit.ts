export type RateLimit = {
  /** Resolves when the caller may ask: at most so many callers within any second, in the order in which they came. */
  turn(): Promise<void>
  /** Notes that the node refused for too many requests: half as many from now on, but at least four. */
  refused(): void
  /** Notes that it answered: after an outage twice as many each second, and then more again after each five seconds. */
  answered(): void
}

const growMs = 5_000
const recoverMs = 1_000
/** An idle worker asks nearly so often; in a slower queue requests are given up before their turn comes. */
const leastPerSecond = 4
/** What was under way together is refused together. */
const sameRefusalMs = 1_000

/**
 * A node that answers some and refuses others has a limit, which is felt for from below. One that refuses every request,
 * however few, does so for another reason: nothing is learnt from that about how many it takes once it answers again.
 */
export function rateLimit(perSecond: number): RateLimit {
  const least = Math.min(leastPerSecond, perSecond)
  let limit = perSecond
  /** How many it seems to take. */
  let taken = perSecond
  let changedAt = Number.NEGATIVE_INFINITY
  let hasAnswered = false
  /** When the last ones went on, as many as may within a second. */
  const starts: number[] = []
  const waiting: (() => void)[] = []
  let timer: NodeJS.Timeout | undefined
  const change = (next: number, now: number) => {
    limit = next
    changedAt = now
    hasAnswered = false
  }
  /** Lets go on whose turn has come; those that wait go on sooner as the rate grows. */
  const letGo = () => {
    clearTimeout(timer)
    timer = undefined
    const now = performance.now()
    const nextAt = () => (starts.at(-limit) ?? Number.NEGATIVE_INFINITY) + 1_000
    while (waiting.length > 0 && nextAt() <= now) {
      starts.push(now)
      if (starts.length > perSecond) starts.shift()
      waiting.shift()?.()
    }
    if (waiting.length > 0) timer = setTimeout(letGo, Math.max(1, nextAt() - now))
  }
  return {
    turn: () =>
      new Promise((resolve) => {
        waiting.push(resolve)
        if (!timer) letGo()
      }),
    refused: () => {
      const now = performance.now()
      if (now - changedAt < sameRefusalMs) return
      const next = Math.max(least, Math.floor(limit / 2))
      if (hasAnswered) taken = next
      change(next, now)
    },
    answered: () => {
      hasAnswered = true
      const now = performance.now()
      if (limit === perSecond || now - changedAt < (limit < taken ? recoverMs : growMs)) return
      const next = limit < taken ? Math.min(taken, limit * 2) : limit + Math.max(2, Math.ceil(limit / 4))
      change(Math.min(perSecond, next), now)
      taken = Math.max(taken, limit)
      letGo()
    },
  }
}
