const format = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})

/** A moment in UTC, the same on server and browser. */
export function TimeText({ at }: { at: string }) {
  return (
    <time dateTime={at} className="number">
      {format.format(new Date(at))} UTC
    </time>
  )
}

/** From one moment to another in UTC; what both share is written once. */
export function TimeRange({ from, to }: { from: string; to: string }) {
  return <span className="number">{format.formatRange(new Date(from), new Date(to))} UTC</span>
}
