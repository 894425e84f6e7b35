'use client'
import { useQueries } from '@tanstack/react-query'
import type { BaseFile, FileDiff } from '#lib/client/diff/file-diff.ts'
import { fileDiff } from '#lib/client/diff/file-diff.ts'
import { queries } from '#lib/client/queries.ts'
import type { FileChange } from '#lib/domain/result.ts'

export type FileReading = {
  /** Undefined until the file at the base commit was read, or could not be. */
  diff: FileDiff | undefined
  /** Why the new content stands alone. */
  error: Error | null
  again: () => void
}

/** How each changed file differs from the base commit, read once it is wanted. */
export function useFileDiffs(
  id: string,
  changes: readonly FileChange[],
  wanted: ReadonlySet<string>,
): (FileReading | undefined)[] {
  const bases = useQueries({
    queries: changes.map(({ path }) => ({ ...queries.resultBase(id, path), enabled: wanted.has(path) })),
  })
  return changes.map((change, index) => {
    const base = bases[index]
    if (!base) return undefined
    const { data, error, refetch } = base
    const again = () => void refetch()
    return { diff: data || error ? diffOf(change, data) : undefined, error: data ? null : error, again }
  })
}

const known = new WeakMap<FileChange, { base: BaseFile | undefined; diff: FileDiff }>()

/** Compared once for the same two contents; a page draws more often than that. */
function diffOf(change: FileChange, base: BaseFile | undefined): FileDiff {
  const last = known.get(change)
  if (last && last.base === base) return last.diff
  const diff = fileDiff(change, base)
  known.set(change, { base, diff })
  return diff
}
