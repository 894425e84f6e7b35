import { ApiError } from './api.ts'
import { isOnline, untilOnline } from './online.ts'

const triesMax = 3

/**
 * Sends the same intention again while the outcome is unknown or the API says that it may succeed later; without a network
 * it waits for one. What is run must carry one idempotency key, so that it takes effect once.
 */
export async function retrying<Result>(run: () => Promise<Result>, tries = 1): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    const mayHelp = error instanceof ApiError ? error.problem.retryable : error instanceof TypeError
    const isCutOff = error instanceof TypeError && !isOnline()
    if (!isCutOff && (!mayHelp || tries >= triesMax)) throw error
    if (isCutOff) {
      await untilOnline()
      return retrying(run, tries)
    }
  }
  await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** tries))
  return retrying(run, tries + 1)
}
