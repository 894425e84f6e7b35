/** A part of a text, from its first character up to the one after its last. */
export type Span = { start: number; end: number }

const maxLength = 2_000
const closing: Record<string, string> = { '(': ')', '[': ']', '{': '}' }

/**
 * The arguments of a call whose opening parenthesis stands at `open`, and where the call ends. Strings, templates, comments
 * and regular expressions are stepped over. Undefined for a call that is not closed, or is longer than 2,000 characters.
 */
export function callArguments(
  text: string,
  open: number,
  language: 'javascript' | 'python',
): { values: Span[]; end: number } | undefined {
  const values: Span[] = []
  const opened: string[] = []
  let start = open + 1
  for (let at = open; at < Math.min(text.length, open + maxLength); ) {
    const end = tokenEnd(text, at, language)
    if (end > at) {
      at = end
      continue
    }
    const character = text[at] ?? ''
    const close = closing[character]
    if (close) opened.push(close)
    else if (character === opened.at(-1)) opened.pop()
    else if (/[)\]}]/.test(character)) return undefined
    const isEnd = opened.length === 0
    if (isEnd || (character === ',' && opened.length === 1)) {
      if (text.slice(start, at).trim()) values.push({ start, end: at })
      start = at + 1
    }
    if (isEnd) return { values, end: at + 1 }
    at += 1
  }
  return undefined
}

/** Strings of a text that are written as they are: without escapes, in one line, in single or double quotes. */
export const plainString = /'[^'"\\\n$`]+'|"[^'"\\\n$`]+"/g

/** Where a string, comment or regular expression that begins at `at` ends; `at` itself where none begins. */
export function tokenEnd(text: string, at: number, language: 'javascript' | 'python'): number {
  const rest = text.slice(at, at + maxLength)
  const [found] = (language === 'python' ? pythonToken : scriptToken).exec(rest) ?? []
  if (found) return at + found.length
  const [expression] = /^\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/.exec(rest) ?? []
  const isValue = language === 'javascript' && expression && /[(,=:[!&|?{};]\s*$/.test(text.slice(0, at).slice(-20))
  return isValue ? at + expression.length : at
}

const pythonToken = /^(?:"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|#[^\n]*)/
const scriptToken = /^(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\/)/
