import { expect, test } from 'vitest'
import { toAcceptanceFile, toAcceptanceValues } from './acceptance-values.ts'

const base64 = (content: string | Uint8Array) => Buffer.from(content).toString('base64')

test.each([
  ['nothing', ''],
  ['text', 'export const é = "日本 🎈"\n\n'],
  ['a byte order mark', '\uFEFFa'],
])('%s can be edited, and comes back byte for byte', (_, text) => {
  const file = { path: 'test/own.test.js', content: base64(text), sealed: true }
  const values = toAcceptanceValues(file, 'k')
  expect(values).toEqual({ key: 'k', path: 'test/own.test.js', text, bytes: null, isSealed: true })
  expect(toAcceptanceFile(values)).toEqual(file)
})

test.each([
  ['bytes that are no text', new Uint8Array([0xff, 0xfe, 0x41])],
  ['a zero byte', 'a\0b'],
  ['Windows line ends', 'a\r\nb\r\n'],
])('%s, which a text field would change, are kept as they came', (_, content) => {
  const file = { path: 'data.bin', content: base64(content), sealed: false }
  const values = toAcceptanceValues(file, 'k')
  expect(values.bytes).toBe(file.content)
  expect(toAcceptanceFile(values)).toEqual(file)
})
