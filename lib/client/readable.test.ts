import { expect, test } from 'vitest'
import { readable, visible } from './readable.ts'

const base64 = (content: string | Uint8Array) => Buffer.from(content).toString('base64')

test('text is shown as it is, tabs and lines kept', () => {
  const text = 'export const é = "日本"\n\treturn <b>1</b>\n'
  expect(readable(base64(text))).toEqual({ kind: 'text', text })
})

test.each([
  ['a right-to-left override', 'a\u202Eb', 'a\\u{202E}b'],
  ['a zero-width space', 'a\u200Bb', 'a\\u{200B}b'],
  ['a byte order mark', '\uFEFFa', '\\u{FEFF}a'],
  ['an escape sequence', '\u001B[2K', '\\u{1B}[2K'],
  ['a lone carriage return', 'a\rb', 'a\\u{D}b'],
])('%s is written out', (_, text, shown) => {
  expect(readable(base64(text))).toEqual({ kind: 'text', text: shown })
})

test('Windows line ends are ordinary', () => {
  expect(visible('a\r\nb')).toBe('a\nb')
})

test('bytes that are no text are not shown as text', () => {
  expect(readable(base64(new Uint8Array([0xff, 0xfe, 0x41])))).toEqual({ kind: 'binary' })
  expect(readable(base64(new Uint8Array([0x41, 0x00, 0x42])))).toEqual({ kind: 'binary' })
})
