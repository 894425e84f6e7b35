import { outageOf, textOfOutage } from '../data/outage.ts'
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
        failing.set(key, { key, since: failing.get(key)?.since ?? new Date().toISOString(), detail: detailOf(error) })
        throw error
      }
    },
    now: () => [...failing.values()],
  }
}

function detailOf(error: unknown): string {
  if (isFailure(error)) return error.message
  const outage = outageOf(error)
  return outage ? textOfOutage(outage) : 'An error that nobody expected.'
}
