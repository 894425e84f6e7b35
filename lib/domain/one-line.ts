import { withoutInvisible } from './invisible.ts'

/** Control characters, line separators, and those that make a text read in another order than it is written. */
const unplain = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u
const unplainRun = new RegExp(`(?:${unplain.source}|\\s)+`, 'gu')

/** Why a text is not one plain line, such as a title that shows other words than it holds, or none; undefined when it is. */
export function oneLineProblem(text: string): string | undefined {
  if (unplain.test(text))
    return 'Use one line, without control characters or characters that change the text direction.'
  return text !== '' && withoutInvisible(text).trim() === '' ? 'This text has no visible characters.' : undefined
}

/** The text as one plain line. */
export function toOneLine(text: string): string {
  return unplain.test(text) ? text.replaceAll(unplainRun, ' ').trim() : text
}
