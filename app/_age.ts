const format = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' })

const units = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** How long ago a moment was, in the largest unit that fits. Times in milliseconds. */
export function ageText(at: number, now: number): string {
  const seconds = Math.max(0, (now - at) / 1_000)
  const [unit, size] = units.find(([, length]) => seconds >= length) ?? ['second', 1]
  return unit === 'second' ? 'just now' : format.format(-Math.floor(seconds / size), unit)
}
