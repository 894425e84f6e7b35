'use client'
import { commonText } from '../_text/common.ts'
import { timeSpan } from '../_time-span.ts'
import { useNow } from './use-now.ts'

const text = commonText.left

/** The time left until a deadline, in parentheses and to the second in the last hour; nothing until this browser has a clock. */
export function CountdownText({ at }: { at: string }) {
  const now = useNow()
  if (now === undefined) return null
  const seconds = Math.floor((Date.parse(at) - now) / 1_000)
  return (
    <time dateTime={at} className="number" role="timer">
      ({seconds <= 0 ? text.over : text.remaining(seconds < 3_600 ? clock(seconds) : timeSpan(seconds))})
    </time>
  )
}

/** Minutes and seconds, as 9:05. */
function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
