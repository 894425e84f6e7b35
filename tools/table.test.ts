import { expect, test } from 'vitest'
import { toTable } from './table.ts'

test('a cell keeps every letter and its line, and what would command the terminal is written out', () => {
  const table = toTable(['title', 'state'], [['Ümläute\n\u001b[31mred\u202e', 'OPEN']])
  expect(table.split('\n')).toHaveLength(2)
  expect(table).toContain('Ümläute \\u{1B}[31mred\\u{202E}  OPEN')
})
