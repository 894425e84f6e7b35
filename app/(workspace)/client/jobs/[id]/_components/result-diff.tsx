'use client'
import { useState } from 'react'
import type { FileChange } from '#lib/domain/result.ts'
import classes from './diff.module.css'
import { DiffFile } from './diff-file.tsx'
import { DiffFileList } from './diff-file-list.tsx'
import type { JobResult } from './job.ts'
import type { ShownFile } from './shown-file.ts'
import { useFileDiffs } from './use-file-diffs.ts'

/** So many files are compared at once; the others when they are opened. */
const openAtFirst = 20

type ResultDiffProps = { result: JobResult; changes: readonly FileChange[] }

/** Every changed file as a difference from the base commit, with a list to jump by. */
export function ResultDiff({ result, changes }: ResultDiffProps) {
  const [wanted, setWanted] = useState<ReadonlySet<string>>(
    () => new Set(changes.slice(0, openAtFirst).map(({ path }) => path)),
  )
  const [open, setOpen] = useState(wanted)
  const readings = useFileDiffs(result.onchain_job_id, changes, wanted)
  const set = (path: string, isOpen: boolean) => {
    setOpen((before) => new Set(isOpen ? [...before, path] : [...before].filter((one) => one !== path)))
    if (isOpen) setWanted((before) => new Set([...before, path]))
  }
  const shown = changes.flatMap((change, index): ShownFile[] => {
    const file = result.files.find(({ path }) => path === change.path)
    const reading = readings[index]
    return file && reading ? [{ file, change, reading, anchor: `changed-file-${index + 1}` }] : []
  })
  return (
    <div className={classes.files}>
      {shown.length > 1 && <DiffFileList shown={shown} onJump={(path) => set(path, true)} />}
      {shown.map((one) => (
        <DiffFile
          key={one.file.path}
          shown={one}
          isOpen={open.has(one.file.path)}
          onToggle={(isOpen) => set(one.file.path, isOpen)}
        />
      ))}
    </div>
  )
}
