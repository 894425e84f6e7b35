export type RateLimit = {
  /** Resolves when the caller may ask: at most so many callers within any second, in the order in which they came. */
  turn(): Promise<void>
  /** Notes that the node refused for too many requests: half as many from now on but at least four, more again after each five seconds. */
  refused(): void
}

const growMs = 5_000
/** An idle worker asks nearly so often; in a slower queue requests are given up before their turn comes. */
const leastPerSecond = 4
/** What was under way together is refused together. */
const sameRefusalMs = 1_000

export function rateLimit(perSecond: number): RateLimit {
  let limit = perSecond
  let changedAt = Number.NEGATIVE_INFINITY
  /** When the last ones went on, as many as may within a second. */
  const starts: number[] = []
  const waiting: (() => void)[] = []
  let timer: NodeJS.Timeout | undefined
  const grow = (now: number) => {
    if (limit === perSecond || now - changedAt < growMs) return
    limit = Math.min(perSecond, limit + Math.max(2, Math.ceil(limit / 4)))
    changedAt = now
  }
  /** Lets go on whose turn has come; those that wait go on sooner as the rate grows. */
  const letGo = () => {
    timer = undefined
    const now = performance.now()
    grow(now)
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
      limit = Math.max(Math.min(leastPerSecond, perSecond), Math.floor(limit / 2))
      changedAt = now
    },
  }
}
