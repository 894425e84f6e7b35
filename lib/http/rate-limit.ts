import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateClass } from '../api/endpoint.ts'
import type { Pool } from '../data/database.ts'
import { createSharedCount } from '../data/rate-limits.ts'
import { Failure } from '../domain/failure.ts'

export type RateLimits = Record<RateClass, number>

export type RateLimiter = {
  /** Counts one request of this key and tells the answer what is left; `rate_limited` when it is one too many. */
  count: (rate: RateClass, key: string, answer: Headers) => Promise<void>
}

/** These limits hold over all instances together; the others are counted in each. */
const shared: readonly string[] = ['money', 'pairing'] satisfies RateClass[]

/**
 * Requests per minute and key. When the shared count cannot be read, the request is refused, not let through. `noteLimited`
 * hears of each request that is one too many.
 */
export function createRateLimiter(
  limits: RateLimits,
  db: Pool,
  noteLimited: (rate: RateClass) => void = () => undefined,
): RateLimiter {
  const limiters = new Map(
    Object.entries(limits).map(([rate, points]) => {
      const options = { points, duration: 60, keyPrefix: rate }
      return [rate, shared.includes(rate) ? createSharedCount(db, options) : new RateLimiterMemory(options)]
    }),
  )
  return {
    async count(rate, key, answer) {
      const limiter = limiters.get(rate)
      if (!limiter) return
      const state = await limiter.consume(key).catch((error: unknown) => {
        if (error instanceof RateLimiterRes) return error
        throw new Failure('unavailable', 'Requests cannot be counted now.', { cause: error, retryAfterSeconds: 2 })
      })
      const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1_000))
      answer.set('ratelimit-policy', `"${rate}";q=${limits[rate]};w=60`)
      answer.set('ratelimit', `"${rate}";r=${Math.max(0, limits[rate] - state.consumedPoints)};t=${seconds}`)
      if (state.consumedPoints <= limits[rate]) return
      noteLimited(rate)
      throw new Failure('rate_limited', `At most ${limits[rate]} such requests per minute.`, {
        retryAfterSeconds: seconds,
      })
    },
  }
}
