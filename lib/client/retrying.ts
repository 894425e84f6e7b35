import { ApiError } from './api.ts'
import { isOnline, untilOnline } from './online.ts'

const attemptsMax = 3

type Patience = {
  /** A refusal that asks for a longer pause than this is thrown at once. */
  waitMaxMs?: number
  /** False where a second request could meet the effect of a first one whose answer was lost. */
  isRepeatable?: boolean
}

/**
 * Sends the same intention again while the outcome is unknown or the API says that it may succeed later, after the pause
 * that it asks for; without a network it waits for one. What is run must carry one idempotency key, so that it takes effect
 * once.
 */
export async function retrying<Result>(
  run: () => Promise<Result>,
  { waitMaxMs = 10_000, isRepeatable = true }: Patience = {},
): Promise<Result> {
  for (let attempt = 1; ; ) {
    try {
      return await run()
    } catch (error) {
      const isCutOff = error instanceof TypeError && !isOnline()
      if (isCutOff && isRepeatable) {
        await untilOnline()
        continue
      }
      const mayHelp = error instanceof ApiError ? error.problem.retryable : error instanceof TypeError && isRepeatable
      const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0
      if (!mayHelp || attempt >= attemptsMax || asked > waitMaxMs) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.max(asked, 500 * 2 ** attempt)))
      attempt += 1
    }
  }
}
