import { ApiError } from './api.ts'

const triesMax = 3

/**
 * Sends the same intention again while the outcome is unknown or the API says that it may succeed later. What is run must
 * carry one idempotency key, so that it takes effect once.
 */
export async function retrying<Result>(run: () => Promise<Result>, tries = 1): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    const mayHelp = error instanceof ApiError ? error.problem.retryable : error instanceof TypeError
    if (!mayHelp || tries >= triesMax) throw error
  }
  await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** tries))
  return retrying(run, tries + 1)
}
