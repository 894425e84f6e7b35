import type { Row } from './line-rows.ts'

/** Rows from `start` on; folded ones are unchanged lines far from any change. */
export type Stretch = { isFolded: boolean; start: number; rows: Row[] }

const context = 3
/** Fewer are not worth a click. */
const leastFolded = 5

/** Cuts a difference into what is shown and the unchanged stretches between, every row once and in order. */
export function foldRows(rows: readonly Row[]): Stretch[] {
  const near = new Uint8Array(rows.length)
  rows.forEach(({ kind }, index) => {
    if (kind !== 'same') near.fill(1, Math.max(0, index - context), index + context + 1)
  })
  const stretches: Stretch[] = []
  for (let start = 0; start < rows.length; ) {
    let end = start
    while (end < rows.length && near[end] === near[start]) end += 1
    const isFolded = near[start] === 0 && end - start >= leastFolded
    const last = stretches.at(-1)
    if (last && !last.isFolded && !isFolded) last.rows.push(...rows.slice(start, end))
    else stretches.push({ isFolded, start, rows: rows.slice(start, end) })
    start = end
  }
  return stretches
}
