import { RateLimiterRes } from 'rate-limiter-flexible'
import { testMoneyLimits } from '../domain/test-money.ts'
import type { Pool } from './database.ts'
import { createSharedCount } from './rate-limits.ts'

type Counts = Record<keyof typeof testMoneyLimits, ReturnType<typeof createSharedCount>>

const known = new WeakMap<Pool, Counts>()

/** Takes one turn over all instances; the seconds to wait when there is none, and then nothing is counted but the try. */
export async function takeTurn(db: Pool, userId: string): Promise<number | undefined> {
  const { minute, day } = countsOf(db)
  for (const count of [minute, day]) {
    const refusal = await count.consume(userId).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000))
    if (refusal) throw refusal
  }
  return undefined
}

/** Gives a turn back that came to nothing for certain. */
export async function giveTurnBack(db: Pool, userId: string): Promise<void> {
  const { minute, day } = countsOf(db)
  await Promise.all([minute.reward(userId, 1), day.reward(userId, 1)])
}

function countsOf(db: Pool): Counts {
  const counts = known.get(db) ?? {
    minute: createSharedCount(db, { ...testMoneyLimits.minute, keyPrefix: 'test-money-minute' }),
    day: createSharedCount(db, { ...testMoneyLimits.day, keyPrefix: 'test-money-day' }),
  }
  known.set(db, counts)
  return counts
}
