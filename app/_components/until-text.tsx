'use client'
import { commonText } from '../_text/common.ts'
import { timeSpan } from '../_time-span.ts'
import { useNow } from './use-now.ts'

const text = commonText.left

/** How long it is until a moment, in whole minutes and without hurry; nothing until this browser has a clock. */
export function UntilText({ at }: { at: string }) {
  const now = useNow()
  return now === undefined ? null : <span className="number">{left((Date.parse(at) - now) / 1_000)}</span>
}

function left(seconds: number): string {
  if (seconds <= 0) return text.over
  return seconds < 60 ? text.soon : text.in(timeSpan(Math.floor(seconds / 60) * 60))
}
