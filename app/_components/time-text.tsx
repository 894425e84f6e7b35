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
      {keepTogether(format.format(new Date(at)))}
    </time>
  )
}

/** From one moment to another in UTC; what both share is written once. */
export function TimeRange({ from, to }: { from: string; to: string }) {
  return <span className="number">{keepTogether(format.formatRange(new Date(from), new Date(to)))}</span>
}

/** Breaks, where it must, between day and time or at a dash only. */
function keepTogether(text: string): string {
  const parts = text.split(', ').map((part) => part.replaceAll(/(?<!–) (?!–)/g, '\u00a0'))
  return `${parts.join(', ')}\u00a0UTC`
}
