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
