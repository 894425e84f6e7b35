import { setTimeout as wait } from 'node:timers/promises'
import { ApiError } from '#lib/client/api.ts'

const mostTries = 4

/** What a patient client does: while the service is too busy and says so, it sends the same request again. */
export async function askAgain<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await ask()
    } catch (error) {
      const isBusy = error instanceof ApiError && error.problem.status === 503 && error.problem.retryable
      if (!isBusy || tries === mostTries) throw error
      await wait((error.retryAfterSeconds ?? 1) * 1_000)
    }
}
