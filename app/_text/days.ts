const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const months = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' })
const monthsOfYears = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** A day of UTC, as `2026-11-21`, as people read it. */
export function dayText(day: string): string {
  return days.format(Date.parse(day))
}

/** A month of UTC, as `2026-11`, by its short name. */
export function shortMonth(month: string): string {
  return months.format(Date.parse(`${month}-01`))
}

export function monthText(month: string): string {
  return monthsOfYears.format(Date.parse(`${month}-01`))
}
