import { failingProvider, type RecentCalls } from '../domain/readiness.ts'

type Slot = { startsAt: number; calls: number; failures: number; failedAt: number | null }

const slotMs = 10_000
const slotsMax = (failingProvider.minutes * 60_000) / slotMs

/** Counts calls in slots of ten seconds, and forgets those that are older than a few minutes, or than enough successes in a row. */
export function countRecentCalls(now: () => number = Date.now): {
  count: (isFailure: boolean) => void
  read: () => RecentCalls
} {
  let slots: Slot[] = []
  /** Of the newest calls, as many as ended alike. */
  let inARow = { areFailures: false, count: 0, startedAt: now() }
  let failedAt: number | null = null
  let lastAt = 0

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
      if (inARow.areFailures !== isFailure) inARow = { areFailures: isFailure, count: 0, startedAt: now() }
      inARow.count += 1
      lastAt = now()
      if (!isFailure && inARow.count >= failingProvider.successes) slots = []
      if (!isFailure) return
      slot.failures += 1
      slot.failedAt ??= now()
      failedAt = now()
    },
    read() {
      const counted = recent()
      const firstFailedAt = counted.find((slot) => slot.failedAt !== null)?.failedAt ?? null
      const { areFailures, count, startedAt } = inARow
      const isRecent = lastAt >= now() - failingProvider.minutes * 60_000
      const isWell = !areFailures && count >= failingProvider.successes
      return {
        calls: counted.reduce((sum, { calls }) => sum + calls, 0),
        failures: counted.reduce((sum, { failures }) => sum + failures, 0),
        since: toText(firstFailedAt),
        failedAt: firstFailedAt === null ? null : toText(failedAt),
        inARow: areFailures && isRecent ? count : 0,
        wellSince: isWell && isRecent ? toText(startedAt) : null,
      }
    },
  }
}

function slotOf(at: number): number {
  return Math.floor(at / slotMs) * slotMs
}

const toText = (at: number | null) => (at === null ? null : new Date(at).toISOString())
