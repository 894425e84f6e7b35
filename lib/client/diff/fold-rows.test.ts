import { expect, test } from 'vitest'
import { foldRows } from './fold-rows.ts'
import { lineRows } from './line-rows.ts'

const numbered = (count: number, changed: readonly number[] = []) =>
  Array.from({ length: count }, (_, index) =>
    changed.includes(index + 1) ? `new ${index + 1}\n` : `${index + 1}\n`,
  ).join('')

test('three lines stay around each change, the rest is folded, and no row is lost or moved', () => {
  const rows = lineRows(numbered(60), numbered(60, [20, 40]))
  const stretches = foldRows(rows)
  expect(stretches.flatMap((stretch) => stretch.rows)).toEqual(rows)
  expect(stretches.map(({ isFolded, rows: { length } }) => [isFolded, length])).toEqual([
    [true, 16],
    [false, 8],
    [true, 13],
    [false, 8],
    [true, 17],
  ])
})

test('a stretch that is hardly longer than its button is shown', () => {
  const rows = lineRows(numbered(20), numbered(20, [8, 18]))
  expect(foldRows(rows).map(({ isFolded }) => isFolded)).toEqual([false])
})

test('a file without a change is one folded stretch', () => {
  expect(foldRows(lineRows(numbered(9), numbered(9)))).toMatchObject([{ isFolded: true, start: 0 }])
  expect(foldRows([])).toEqual([])
})
