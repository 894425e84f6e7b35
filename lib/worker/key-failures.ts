import { isFailure } from '../domain/failure.ts'
import type { OperatorName } from '../domain/operator-call.ts'
import type { KeyFailure } from '../domain/worker-report.ts'

export type KeyFailures = {
  /** Does a step of a key's queue; throws as that does. */
  during(key: OperatorName, step: () => Promise<void>): Promise<void>
  /** The keys whose last step failed, with why, and since when each step of theirs has. */
  now(): KeyFailure[]
}

export function keyFailures(): KeyFailures {
  const failing = new Map<OperatorName, KeyFailure>()
  return {
    during: async (key, step) => {
      try {
        await step()
        failing.delete(key)
      } catch (error) {
        const detail = isFailure(error) ? error.message : 'An error that nobody expected.'
        failing.set(key, { key, since: failing.get(key)?.since ?? new Date().toISOString(), detail })
        throw error
      }
    },
    now: () => [...failing.values()],
  }
}
