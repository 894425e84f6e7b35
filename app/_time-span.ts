import { commonText } from './_text/common.ts'

const { units } = commonText

const sizes = [
  [86_400, units.days],
  [3_600, units.hours],
  [60, units.minutes],
  [1, units.seconds],
] as const

/** A length of time in at most two neighbouring units, the largest first; the rest is dropped, never rounded up. */
export function timeSpan(seconds: number): string {
  let rest = Math.max(0, Math.floor(seconds))
  const parts = sizes.map(([size, unit]) => {
    const count = Math.floor(rest / size)
    rest %= size
    return { count, text: `${count} ${unit}` }
  })
  const first = parts.findIndex(({ count }) => count > 0)
  if (first === -1) return `0 ${units.seconds}`
  const shown = parts.slice(first, first + 2).filter(({ count }) => count > 0)
  return shown.map(({ text }) => text).join(' ')
}
