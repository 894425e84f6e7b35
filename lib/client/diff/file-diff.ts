import { type FileChange, isDeletion } from '../../domain/result.ts'
import type { ReplyOf } from '../api.ts'
import { readable } from '../readable.ts'
import { addedRows, lineRows, type Row } from './line-rows.ts'

export type BaseFile = Pick<ReplyOf<'getResultBaseFile'>, 'state' | 'content'>

/** What stands beside the lines, or in their place. */
export type DiffNote =
  | 'new'
  | 'removed'
  | 'empty'
  | 'binary'
  | 'removed_binary'
  | 'too_large'
  | 'base_binary'
  | 'base_too_large'
  | 'base_not_a_file'
  | 'line_endings'
  | 'same'

export type FileDiff = { notes: DiffNote[]; rows: Row[]; added: number; removed: number; before: string; after: string }

/** Characters of one file that a page can still show; two megabytes may be in a result. */
const mostShown = 400_000

type Side = { kind: 'text'; text: string; hasReturns: boolean } | { kind: 'binary' } | { kind: 'none' }

/** How a file of a result differs from the base; without a base all its lines count as added. */
export function fileDiff(change: FileChange, base: BaseFile | undefined): FileDiff {
  const after = isDeletion(change) ? { kind: 'none' as const } : sideOf(change.content)
  const before = base?.state === 'present' ? sideOf(base.content ?? '') : { kind: 'none' as const }
  if (isDeletion(change))
    return before.kind === 'text' ? removal(before.text) : { ...nothing, notes: [removalOf(before)] }
  if (after.kind !== 'text') return { ...nothing, notes: ['binary'] }
  if (after.text.length > mostShown) return { ...nothing, notes: ['too_large'] }
  if (before.kind === 'text' && before.text.length <= mostShown) return comparison(before, after)
  const rows = addedRows(after.text)
  const notes = [...noteOf(base, before), ...(rows.length === 0 ? (['empty'] as const) : [])]
  return { notes, rows, added: rows.length, removed: 0, before: '', after: after.text }
}

const nothing: FileDiff = { notes: [], rows: [], added: 0, removed: 0, before: '', after: '' }

function comparison(before: Extract<Side, { kind: 'text' }>, after: Extract<Side, { kind: 'text' }>): FileDiff {
  const rows = lineRows(before.text, after.text)
  const added = rows.filter(({ kind }) => kind === 'added').length
  const removed = rows.filter(({ kind }) => kind === 'removed').length
  const notes: DiffNote[] = []
  if (before.hasReturns !== after.hasReturns) notes.push('line_endings')
  else if (added + removed === 0) notes.push('same')
  return { notes, rows, added, removed, before: before.text, after: after.text }
}

function removal(text: string): FileDiff {
  if (text.length > mostShown) return { ...nothing, notes: ['removed', 'base_too_large'] }
  const rows = lineRows(text, '')
  return { notes: ['removed'], rows, added: 0, removed: rows.length, before: text, after: '' }
}

function removalOf(before: Side): DiffNote {
  return before.kind === 'binary' ? 'removed_binary' : 'removed'
}

function noteOf(base: BaseFile | undefined, before: Side): DiffNote[] {
  if (base?.state === 'absent') return ['new']
  if (base?.state === 'not_a_file') return ['base_not_a_file']
  if (before.kind === 'binary') return ['base_binary']
  return base ? ['base_too_large'] : []
}

function sideOf(content: string): Side {
  const seen = readable(content)
  return seen.kind === 'text' ? { ...seen, hasReturns: atob(content).includes('\r\n') } : seen
}
