import { expect, test } from 'vitest'
import { addedRows, lineRows, type Row } from './line-rows.ts'

const brief = (rows: readonly Row[]) =>
  rows.map(({ kind, before, after, text }) => [kind, before, after, text].join(' ').replaceAll('  ', ' - '))

test('every line of both sides appears once, with its own number on its own side', () => {
  const rows = lineRows('one\ntwo\nthree\n', 'one\n2\nthree\nfour\n')
  expect(rows.map(({ kind, before, after, text }) => [kind, before, after, text])).toEqual([
    ['same', 1, 1, 'one'],
    ['removed', 2, null, 'two'],
    ['added', null, 2, '2'],
    ['same', 3, 3, 'three'],
    ['added', null, 4, 'four'],
  ])
})

test('a last line that gains or loses its line break is a changed line, and says so', () => {
  const rows = lineRows('one', 'one\n')
  expect(rows.map(({ kind, isUnended }) => [kind, isUnended])).toEqual([
    ['removed', true],
    ['added', false],
  ])
})

test('both sides can be put together again from the rows, whatever the texts are', () => {
  const texts = ['', '\n', 'a', 'a\n', 'a\n\nb', '\n\n', 'x\ny\nz\n', 'z\ny\nx', 'a\ny\n\n\nb\n']
  const joined = (rows: Row[]) => rows.map(({ text, isUnended }) => text + (isUnended ? '' : '\n')).join('')
  for (const before of texts)
    for (const after of texts) {
      const rows = lineRows(before, after)
      expect(joined(rows.filter(({ kind }) => kind !== 'added')), brief(rows).join()).toBe(before)
      expect(joined(rows.filter(({ kind }) => kind !== 'removed')), brief(rows).join()).toBe(after)
    }
})

test('a text alone is all added', () => {
  expect(brief(addedRows('a\n\nb'))).toEqual(['added - 1 a', 'added - 2 ', 'added - 3 b'])
  expect(addedRows('')).toEqual([])
})
