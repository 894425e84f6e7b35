import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateClass } from '../api/endpoint.ts'
import { Failure } from '../domain/failure.ts'

export type RateLimits = Record<RateClass, number>

export type RateLimiter = {
  /** Counts one request of this key and gives the headers to answer with; `rate_limited` when it is one too many. */
  count: (rate: RateClass, key: string) => Promise<Record<string, string>>
}

/** Requests per minute and key, counted in this instance. */
export function createRateLimiter(limits: RateLimits): RateLimiter {
  const limiters = new Map(
    Object.entries(limits).map(([rate, points]) => [
      rate,
      new RateLimiterMemory({ points, duration: 60, keyPrefix: rate }),
    ]),
  )
  return {
    async count(rate, key) {
      const limiter = limiters.get(rate)
      if (!limiter) return {}
      try {
        return headersOf(rate, limits[rate], await limiter.consume(key))
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        const retryAfterSeconds = Math.max(1, Math.ceil(error.msBeforeNext / 1_000))
        throw new Failure('rate_limited', `At most ${limits[rate]} such requests per minute.`, { retryAfterSeconds })
      }
    },
  }
}

function headersOf(rate: RateClass, limit: number, state: RateLimiterRes): Record<string, string> {
  return {
    'ratelimit-policy': `"${rate}";q=${limit};w=60`,
    ratelimit: `"${rate}";r=${state.remainingPoints};t=${Math.ceil(state.msBeforeNext / 1_000)}`,
  }
}

/** The part of an address that one network holder has: a v4 address, or the first 64 bits of a v6 one. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  const [head = ''] = address.split('::')
  return `${head.split(':').slice(0, 4).join(':')}::/64`
}
