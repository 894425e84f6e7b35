import type { Span } from './call-arguments.ts'
import { expectedOf, replaced } from './expectations.ts'
import { opposites, type Random } from './other-values.ts'
import { languageOf, type TestFile } from './test-file.ts'

/** The file with the same values written in another way: a result that does the work cannot tell the difference. */
export function rewriteExpectations(file: TestFile, random: Random): string {
  const language = languageOf(file)
  // A here-document of a shell script says what stands there, quotes included.
  const all = expectedOf(file).filter(({ compares }) => language !== 'shell' || compares === 'equal')
  const values = all.flatMap((one) => one.values)
  const inOrder = values.toSorted((a, b) => a.start - b.start || a.end - b.end)
  const apart = inOrder.filter(({ start, end }) => !inOrder.some((one) => one.start > start && one.end <= end))
  const unique = [...new Map(apart.map((value) => [value.start, value])).values()]
  return replaced(
    file.text,
    unique.flatMap((value): [Span, string][] => {
      const written = rewritten(language, file.text, value, random)
      return written === undefined ? [] : [[value, written]]
    }),
  )
}

function rewritten(language: string, text: string, value: Span, random: Random): string | undefined {
  if (language === 'shell') return inTwoWords(text, value)
  const isPython = language === 'python'
  const isAlone = /[,([{:=]\s*$/.test(text.slice(0, value.start)) && /^\s*(?:[,)\]};\n]|$)/.test(text.slice(value.end))
  const found = text.slice(value.start, value.end)
  if (!isAlone) return undefined
  if (/^\d{1,9}$/.test(found)) {
    const part = 2 + random(90)
    const rest = Number(found) - part
    return isPython ? `sum((${part}, ${rest}))` : `[${part}, ${rest}].reduce((a, b) => a + b)`
  }
  const opposite = opposites[found]
  if (opposite) return isPython ? `(not ${opposite})` : `!${opposite}`
  const [, quote = '', inner = ''] = /^(['"])([^\\\n]+)\1$/.exec(found) ?? []
  if (inner === '') return undefined
  // Half of a character of two parts is none.
  const letters = [...inner]
  const middle = Math.floor(letters.length / 2)
  const [first, second] = [letters.slice(0, middle), letters.slice(middle)].map((half) => quote + half.join('') + quote)
  // Compilers put together what is added, so that its whole stands in memory; this they do not.
  return isPython ? `${quote}${quote}.join((${first}, ${second}))` : `[${first}, ${second}].join('')`
}

/** A word of a shell script with its quotes closed and opened in the middle. */
function inTwoWords(text: string, { start, end }: Span): string | undefined {
  const found = text.slice(start, end)
  const quote = /["']/.exec(text[start - 1] ?? '')?.[0]
  const isQuoted = quote !== undefined && text[end] === quote
  if (!/^[\w.-]{2,}$/.test(found) || isQuoted !== (quote !== undefined)) return undefined
  const middle = Math.floor(found.length / 2)
  return `${found.slice(0, middle)}${quote ? quote + quote : "''"}${found.slice(middle)}`
}
