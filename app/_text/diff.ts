import type { DiffNote } from '#lib/client/diff/file-diff.ts'

const notes: Record<DiffNote, string> = {
  new: 'The result adds this file.',
  removed: 'The result removes this file.',
  empty: 'The file is empty.',
  binary: 'This file isn’t text. Download the result to get it.',
  removed_binary: 'The result removes this file, which isn’t text.',
  too_large: 'This file is too large to show here. Download the result to read it.',
  base_binary: 'The base version of this file isn’t text, so you see only the new content.',
  base_too_large: 'The base version of this file is too large to compare, so you see only the new content.',
  base_not_a_file: 'At the base commit this path is a folder, link or submodule, so you see only the new content.',
  line_endings: 'The line endings change between Windows and Unix style.',
  same: 'No line differs from the base commit.',
}

export const diffText = {
  files: 'Changed files',
  notes,
  linesAdded: 'lines added',
  linesRemoved: 'lines removed',
  executable: 'Executable',
  executableNote: 'Has the executable bit, so a shell can run it as a program.',
  executedNote: (what: string) =>
    `Takes effect through ${what} as soon as it’s in a branch, before anyone has read it. Read it first.`,
  isNew: 'New',
  isRemoved: 'Removed',
  loading: 'Reading the file at the base commit…',
  noBase: 'We couldn’t read the file at the base commit, so you see only the new content.',
  again: 'Try again',
  unfold: (lines: number) => `Show ${lines} unchanged ${lines === 1 ? 'line' : 'lines'}`,
  more: (lines: number) => `Show ${lines} more ${lines === 1 ? 'line' : 'lines'}`,
  unended: 'No newline at end of file',
  columns: { before: 'Line before', after: 'Line after', sign: 'Change', text: 'Content' },
  contentOf: (path: string) => `Changes in ${path}`,
} as const
