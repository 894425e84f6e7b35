import { RateLimiterDrizzle } from 'rate-limiter-flexible'
import { rateLimits } from '#drizzle/schema/requests.ts'
import type { Pool } from './database.ts'

/** Counts requests over all instances, each by one statement; keys that are over their limit are remembered here. */
export function createSharedCount(
  db: Pool,
  limit: { points: number; duration: number; keyPrefix: string },
): RateLimiterDrizzle {
  return new RateLimiterDrizzle({
    ...limit,
    storeClient: db,
    schema: rateLimits,
    inMemoryBlockOnConsumed: limit.points + 1,
    // The rules of retention do; its own timer would go on after the pool is closed.
    clearExpiredByTimeout: false,
  })
}
