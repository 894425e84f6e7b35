import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('cells with commas, quotes or line ends are quoted, the others are not', () => {
  expect(csvLine(['a', 'b, c', 'say "d"', 'e\nf', ''])).toBe('a,"b, c","say ""d""","e\nf",\r\n')
})

test.each(['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\tx'])('a spreadsheet does not take %j for a formula', (text) => {
  expect(csvLine([text])).toBe(`'${text}\r\n`)
})

test('a negative amount stays a number', () => {
  expect(csvLine(['-3.900000', '12'])).toBe('-3.900000,12\r\n')
})
