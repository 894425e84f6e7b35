import { expect, test } from 'vitest'
import { oneLineProblem, toOneLine } from './one-line.ts'

test.each(['a\nb', 'a\tb', 'a\u0000b', 'a\u001b[31mb', 'a\u0085b', 'a\u2028b', 'a\u202eb', 'a\u2066b'])(
  '%j is no plain line, and becomes one',
  (text) => {
    expect(oneLineProblem(text)).toMatch(/\w/)
    expect(oneLineProblem(toOneLine(text))).toBeUndefined()
  },
)

test.each(['Plain', 'Größe ändern', 'שלום\u200f!', '👩\u200d💻 ❤\ufe0f', 'a\u200cb'])('%j is a plain line', (text) => {
  expect(oneLineProblem(text)).toBeUndefined()
  expect(toOneLine(text)).toBe(text)
})

test.each(['\u200b\u200b\u200b', ' \u2060 ', '\u115f'])('%j, of which nothing can be seen, is no line', (text) => {
  expect(oneLineProblem(text)).toBe('This text has no visible characters.')
})

test('what is left out of a line leaves no gap', () => {
  expect(toOneLine(' Pay\u202e \u0007now\r\n ')).toBe('Pay now')
})
