import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** The rows of all tables below that heading, each as its cells. */
function rowsBelow(document: string, heading: string): string[][] {
  const text = readFileSync(join(root, document), 'utf8')
  const section = text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const lines = section.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| |'))
  return lines.map((line) => line.slice(2, -2).split(' | '))
}

/** Whether a test of that title, as its file writes it, or a Solidity function of that name, is in the file. */
function isPlayed(file: string, title: string): boolean {
  if (!existsSync(join(root, file))) return false
  const source = readFileSync(join(root, file), 'utf8')
  if (file.endsWith('.sol')) return source.includes(`function ${title}(`)
  return ["'", '"', '`'].some(
    (quote) => source.includes(`(${quote}${title}${quote}`) || source.includes(`${quote}${title}${quote},\n`),
  )
}

function missingFrom(rows: readonly string[][]): string[] {
  return rows.flatMap((cells) => {
    const named = [...(cells.at(-1) ?? '').split(' · ')].map((one) => /^`([^`]+)` (.+)$/.exec(one))
    return named.flatMap((match) => {
      if (!match) return [`no test in: ${cells[0]}`]
      const [, file = '', title = ''] = match
      return isPlayed(file, title) ? [] : [`${file}: ${title}`]
    })
  })
}

test('every attack of the threat model names tests that exist, and none of the numbers is left out', () => {
  const rows = rowsBelow('docs/threat-model.md', 'Attacks, and the tests that play them')
  const count = (letter: string, to: number) => Array.from({ length: to }, (_, index) => `${letter}${index + 1}`)
  expect(rows.map(([number]) => number)).toEqual([
    ...count('C', 6),
    ...count('H', 16),
    ...count('M', 18),
    ...count('', 26),
    'F11',
    '41',
    '42',
  ])
  expect(missingFrom(rows)).toEqual([])
})

test('each of the thirty promises of the protocol names tests that exist', () => {
  const rows = rowsBelow('docs/runtime-protocol-coverage.md', 'Thirty promises about pairing and credentials')
  expect(rows.map(([number]) => number)).toEqual(Array.from({ length: 30 }, (_, index) => String(index + 1)))
  expect(missingFrom(rows)).toEqual([])
})

test('a test that was renamed or a file that is gone is noticed', () => {
  const played = [['C1', '', '`tools/named-tests.test.ts` a test that was renamed or a file that is gone is noticed']]
  expect(missingFrom(played)).toEqual([])
  expect(missingFrom([['C1', '', '`tools/named-tests.test.ts` another title']])).toHaveLength(1)
  expect(missingFrom([['C1', '', '`tools/gone.test.ts` a title']])).toHaveLength(1)
  expect(missingFrom([['C1', '', 'nothing']])).toEqual(['no test in: C1'])
})
