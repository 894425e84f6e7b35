import type { Span } from './call-arguments.ts'

/** An assertion that a call is true, or not, and what turns it into the other. */
export type Predicate = { callee: string; isFalse: boolean; at: number; turned: [Span, string] }

const ofScript = /(?<![\w.$])(?:assert(?:\.ok)?|t\.ok|ok|check)\s*\(\s*(!?)\s*([A-Za-z_$][\w$.]*)\s*\(/dg
const ofPython = /(?<![\w.])self\.assert(True|False)\s*\(\s*([A-Za-z_][\w.]*)\s*\(/dg
const bare = /^[ \t]*assert\s+((?:not\s+)?)([A-Za-z_][\w.]*)\((?=[^\n<>=]*\)\s*$)/dgm

/**
 * Assertions of calls that the file holds to be true of something and false of something else. Another input says nothing
 * of such a call, since the same may be true of it; the opposite does.
 */
export function predicatesIn(text: string, language: 'javascript' | 'python'): Predicate[] {
  const found =
    language === 'javascript'
      ? matched(text, ofScript, { '': '!', '!': '' })
      : [...matched(text, ofPython, { True: 'False', False: 'True' }), ...matched(text, bare, { '': 'not ', not: '' })]
  const isBoth = (callee: string) =>
    [true, false].every((isFalse) => found.some((one) => one.callee === callee && one.isFalse === isFalse))
  return found.filter(({ callee }) => isBoth(callee))
}

const negative = new Set(['!', 'False', 'not'])

function matched(text: string, pattern: RegExp, others: Record<string, string>): Predicate[] {
  return [...text.matchAll(pattern)].map(({ 1: sign = '', 2: callee = '', index: at, indices }) => {
    const [start, end] = indices?.[1] ?? [at, at]
    const said = sign.trim()
    return { callee, at, isFalse: negative.has(said), turned: [{ start, end }, others[said] ?? said] }
  })
}
