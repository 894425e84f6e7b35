import { diffLines } from 'diff'

/** One line of a difference; numbers begin at 1 and are null on the side that does not have the line. */
export type Row = {
  kind: 'same' | 'added' | 'removed'
  before: number | null
  after: number | null
  text: string
  /** The last line of a file that does not end with a line break. */
  isUnended: boolean
}

const longestMs = 1_500

/** The lines of both texts in order. Texts that are too different to compare in time count as wholly replaced. */
export function lineRows(before: string, after: string): Row[] {
  const changes = diffLines(before, after, { timeout: longestMs }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ]
  const rows: Row[] = []
  const next = { before: 1, after: 1 }
  for (const { value, added, removed } of changes)
    for (const line of linesOf(value))
      rows.push({
        kind: added ? 'added' : removed ? 'removed' : 'same',
        before: added ? null : next.before++,
        after: removed ? null : next.after++,
        ...line,
      })
  return rows
}

/** The lines of one text alone, as added ones. */
export function addedRows(text: string): Row[] {
  return linesOf(text).map((line, index) => ({ kind: 'added', before: null, after: index + 1, ...line }))
}

function linesOf(text: string): Pick<Row, 'text' | 'isUnended'>[] {
  if (text === '') return []
  const lines = text.split('\n')
  const isEnded = lines.at(-1) === ''
  if (isEnded) lines.pop()
  return lines.map((line, index) => ({ text: line, isUnended: !isEnded && index === lines.length - 1 }))
}
