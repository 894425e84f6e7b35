import { expect, test } from 'vitest'
import { heldValues } from './held-values.ts'

/** The values that the last word of a text holds. */
function held(text: string, language: 'javascript' | 'python') {
  const [name = ''] = /[\w.]+(?=\)*$)/.exec(text) ?? []
  const start = text.lastIndexOf(name)
  const read = { start, end: start + name.length }
  return heldValues(text, read, { reads: new Set([start]), language }).map((span) => text.slice(span.start, span.end))
}

test.each([
  ['javascript', "const WANT = 'a'\ncheck(f(), WANT)", ["'a'"]],
  ['javascript', "const GIVEN = 'x, y', WANT = 'a'\ncheck(f(GIVEN), WANT)", ["'a'"]],
  ['javascript', "const cases = [['a', 1], ['b', 2]]\nfor (const [text, n] of cases) check(f(text), n)", ['1', '2']],
  ['javascript', "for (const [text, n] of [['a', 1], ['b', 2]]) check(f(text), n)", ['1', '2']],
  ['javascript', "const cases = [{ text: 'a', n: 1 }]\ncases.forEach(({ text, n }) => check(f(text), n))", ['1']],
  ['javascript', "const cases = [{ text: 'a', n: 1 }]\nfor (const one of cases) check(f(one.text), one.n)", ['1']],
  ['python', "CASES = [('a', 90), ('b', 91)]\nfor text, n in CASES:\n    check(f(text), n)", ['90', '91']],
] as const)('a name that only assertions read leads to its values (%s): %s', (language, text, values) => {
  expect(held(text, language)).toEqual(values)
})

test.each([
  ['javascript', "const text = 'a'\ncheck(f(text), text)"],
  ['javascript', "let want = 'a'\nwant = 'b'\ncheck(f(), want)"],
  ['javascript', 'const want = g(1)\ncheck(f(), want)'],
  ['javascript', "const cases = [['a', 1]]\nfor (const [text, n] of cases) check(f(text, n), n)"],
  ['javascript', "const cases = [['a', 1]]\nuse(cases)\nfor (const [text, n] of cases) check(f(text), n)"],
  ['javascript', 'const cases = [{ n: 1 }]\nfor (const one of cases) check(f(one), one.n)'],
  ['python', "def check(text, n='a'):\n    use(n)\n    check(f(text), n)"],
] as const)('a name that anything else reads, too, leads to none (%s): %s', (language, text) => {
  expect(held(text, language)).toEqual([])
})
