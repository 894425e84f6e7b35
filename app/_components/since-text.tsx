'use client'
import { commonText } from '../_text/common.ts'
import { TimeText } from './time-text.tsx'
import { useNow } from './use-now.ts'

const text = commonText.ago

/** How long ago something was, counted on while it is shown; the moment itself until this browser has a clock. */
export function SinceText({ at }: { at: string }) {
  const now = useNow()
  const seconds = now === undefined ? undefined : Math.floor((now - Date.parse(at)) / 1_000)
  if (seconds === undefined || seconds >= 86_400) return <TimeText at={at} />
  return (
    <time dateTime={at} title={at} className="number">
      {ago(seconds)}
    </time>
  )
}

function ago(seconds: number): string {
  if (seconds < 5) return text.now
  if (seconds < 60) return `${seconds} ${text.seconds}`
  return seconds < 3_600
    ? `${Math.floor(seconds / 60)} ${text.minutes}`
    : `${Math.floor(seconds / 3_600)} ${text.hours}`
}
