import { ageText } from '#app/_age.ts'

/** How long ago a moment was when the page was made. */
export function AgeText({ at, now }: { at: string; now: number }) {
  return (
    <time dateTime={at} title={at}>
      {ageText(Date.parse(at), now)}
    </time>
  )
}
