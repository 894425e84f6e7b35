import { draftText } from '#app/_text/drafts.ts'

const unitSeconds = [86_400, 3_600, 60, 1] as const

export type UnitSeconds = (typeof unitSeconds)[number]

/** The largest unit that expresses the duration without a fraction. */
export function unitOf(seconds: number): UnitSeconds {
  return unitSeconds.find((unit) => seconds % unit === 0 && seconds > 0) ?? 1
}

export function durationText(seconds: number): string {
  const unit = unitOf(seconds)
  const count = seconds / unit
  const name = draftText.units[unit]
  return `${count} ${count === 1 ? name.slice(0, -1) : name}`
}

export const unitChoices = unitSeconds.map((unit) => ({ value: String(unit), label: draftText.units[unit] }))
