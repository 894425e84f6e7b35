import { failingProvider, type RecentCalls } from '../domain/readiness.ts'

type Slot = { startsAt: number; calls: number; failures: number; failedAt: number | null }

const slotMs = 10_000
const slotsMax = (failingProvider.minutes * 60_000) / slotMs

/** Counts calls in slots of ten seconds, and forgets those that are older than a few minutes. */
export function countRecentCalls(now: () => number = Date.now): {
  count: (isFailure: boolean) => void
  read: () => RecentCalls
} {
  let slots: Slot[] = []
  let inARow = 0

  function recent(): Slot[] {
    const oldest = slotOf(now()) - (slotsMax - 1) * slotMs
    slots = slots.filter(({ startsAt }) => startsAt >= oldest)
    return slots
  }

  return {
    count(isFailure) {
      const startsAt = slotOf(now())
      let slot = recent().at(-1)
      if (slot?.startsAt !== startsAt) {
        slot = { startsAt, calls: 0, failures: 0, failedAt: null }
        slots.push(slot)
      }
      slot.calls += 1
      inARow = isFailure ? inARow + 1 : 0
      if (!isFailure) return
      slot.failures += 1
      slot.failedAt ??= now()
    },
    read() {
      const counted = recent()
      const failedAt = counted.find((slot) => slot.failedAt !== null)?.failedAt ?? null
      return {
        calls: counted.reduce((sum, { calls }) => sum + calls, 0),
        failures: counted.reduce((sum, { failures }) => sum + failures, 0),
        since: failedAt === null ? null : new Date(failedAt).toISOString(),
        inARow: counted.length === 0 ? 0 : inARow,
      }
    },
  }
}

function slotOf(at: number): number {
  return Math.floor(at / slotMs) * slotMs
}
