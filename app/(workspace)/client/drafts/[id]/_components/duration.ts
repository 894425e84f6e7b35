import { draftText } from '#app/_text/drafts.ts'

const unitSeconds = [86_400, 3_600, 60, 1] as const

export type UnitSeconds = (typeof unitSeconds)[number]

/** A duration as it is typed. */
export type DurationValues = { count: string; unit: UnitSeconds }

/** In whichever unit reads best. */
export function toDuration(seconds: number): DurationValues {
  const unit = unitOf(seconds)
  return { count: String(seconds / unit), unit }
}

/** Whole seconds of a typed duration; undefined while what is typed is no number. */
export function secondsOf({ count, unit }: DurationValues): number | undefined {
  return /^\d+(\.\d+)?$/.test(count.trim()) ? Math.round(Number(count) * unit) : undefined
}

/** The largest unit that expresses the duration without a fraction. */
function unitOf(seconds: number): UnitSeconds {
  return unitSeconds.find((unit) => seconds % unit === 0 && seconds > 0) ?? 1
}

export function durationText(seconds: number): string {
  const unit = unitOf(seconds)
  const count = seconds / unit
  const name = draftText.units[unit]
  return `${count} ${count === 1 ? name.slice(0, -1) : name}`
}

/** What is wrong with a typed duration that may last so many days. */
export function durationRule(daysMax: number) {
  return (duration: DurationValues): string | null => {
    const seconds = secondsOf(duration)
    if (seconds === undefined || seconds === 0) return draftText.durationError
    return seconds > daysMax * 86_400 ? draftText.durationTooLong(daysMax) : null
  }
}

export const unitChoices = unitSeconds.map((unit) => ({ value: String(unit), label: draftText.units[unit] }))
