import { expect, test } from 'vitest'
import type { FileChange } from '../../domain/result.ts'
import { colourLines } from './colour-lines.ts'
import { type BaseFile, fileDiff } from './file-diff.ts'

const encode = (text: string) => Buffer.from(text).toString('base64')
const present = (text: string): BaseFile => ({ state: 'present', content: encode(text) })
const change = (text: string): FileChange => ({ path: 'a.js', mode: '100644', content: encode(text) })
const removal: FileChange = { path: 'a.js', deleted: true }
const binary = '\u0000\u0001'

test('a changed file counts the lines that it gained and lost', () => {
  expect(fileDiff(change('a\nB\nc\nd\n'), present('a\nb\nc\n'))).toMatchObject({ added: 2, removed: 1, notes: [] })
})

test('what there is no difference of is said in words', () => {
  const absent: BaseFile = { state: 'absent', content: null }
  const notesOf = (one: FileChange, base?: BaseFile) => fileDiff(one, base).notes
  expect(notesOf(change('a\n'), absent)).toEqual(['new'])
  expect(notesOf(change(''), absent)).toEqual(['new', 'empty'])
  expect(notesOf(change('a\n'), present('a\n'))).toEqual(['same'])
  expect(notesOf(change('a\n'), present('a\r\n'))).toEqual(['line_endings'])
  expect(notesOf(change(binary), present('a\n'))).toEqual(['binary'])
  expect(notesOf(change('a\n'), present(binary))).toEqual(['base_binary'])
  expect(notesOf(change('x'.repeat(500_000)), present('a\n'))).toEqual(['too_large'])
  expect(notesOf(change('a\n'), { state: 'too_large', content: null })).toEqual(['base_too_large'])
  expect(notesOf(change('a\n'), { state: 'not_a_file', content: null })).toEqual(['base_not_a_file'])
  expect(notesOf(removal, present('a\n'))).toEqual(['removed'])
  expect(notesOf(removal, present(binary))).toEqual(['removed_binary'])
  expect(notesOf(removal)).toEqual(['removed'])
})

test('without the base the new content stands alone, and a removal shows what was removed', () => {
  expect(fileDiff(change('a\nb\n'), undefined)).toMatchObject({ added: 2, removed: 0 })
  expect(fileDiff(removal, present('a\nb\n'))).toMatchObject({ added: 0, removed: 2 })
})

test('characters that nobody would see are written out on both sides', () => {
  const { rows } = fileDiff(change('a\u202eb\n'), present('ab\n'))
  expect(rows.map(({ text }) => text)).toEqual(['ab', 'a\\u{202E}b'])
})

test('colours change no character of a line, whatever its language', () => {
  const text = 'export const a = `x\ny` // <b>\n\n/* two\nlines */\n'
  for (const path of ['a.js', 'a.ts', 'a.py', 'a.html', 'Makefile', 'a.css', 'a.json', 'a.md', 'a.yml'])
    expect(colourLines(path, text)?.map((line) => line.map((token) => token.text).join(''))).toEqual(text.split('\n'))
  expect(colourLines('a.unheard-of', text)).toBeUndefined()
  expect(colourLines('LICENSE', text)).toBeUndefined()
})
