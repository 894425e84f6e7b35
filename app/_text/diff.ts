import type { DiffNote } from '#lib/client/diff/file-diff.ts'

const notes: Record<DiffNote, string> = {
  new: 'The result adds this file.',
  removed: 'The result removes this file.',
  empty: 'The file is empty.',
  binary: 'This file is not text. Download the result to have its bytes.',
  removed_binary: 'The result removes this file, which is not text.',
  too_large: 'This file is too large to be shown here. Download the result to read it.',
  base_binary: 'Before, this file was not text, so what you see is the new content alone.',
  base_too_large: 'The file at the base commit is too large to compare with, so what you see is what the result has.',
  base_not_a_file:
    'At the base commit this path is a folder, a link or a submodule. What you see is the new content alone.',
  line_endings: 'The line endings change between Windows’ and Unix’.',
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
    `Acts through ${what}: it is run or obeyed as soon as it is in a branch, before anybody has read it. Read it first.`,
  isNew: 'New',
  isRemoved: 'Removed',
  loading: 'Reading the file at the base commit…',
  noBase: 'The file at the base commit could not be read, so what you see is the new content alone.',
  again: 'Try again',
  unfold: (lines: number) => `Show ${lines} unchanged ${lines === 1 ? 'line' : 'lines'}`,
  more: (lines: number) => `Show ${lines} more ${lines === 1 ? 'line' : 'lines'}`,
  unended: 'No line break at the end of the file',
  columns: { before: 'Line before', after: 'Line after', sign: 'Change', text: 'Content' },
  contentOf: (path: string) => `Changes of ${path}`,
} as const
