import { useId } from 'react'
import { diffText as text } from '#app/_text/diff.ts'
import classes from './diff.module.css'
import { DiffCounts } from './diff-counts.tsx'
import type { ShownFile } from './shown-file.ts'

type DiffFileListProps = { shown: readonly ShownFile[]; onJump: (path: string) => void }

/** The changed files by name, each leading to its difference further down. */
export function DiffFileList({ shown, onJump }: DiffFileListProps) {
  const id = useId()
  return (
    <nav aria-labelledby={id} className={classes.list}>
      <h3 id={id} className={classes.listTitle}>
        {text.files}
      </h3>
      <ul>
        {shown.map(({ file, reading, anchor }) => (
          <li key={file.path}>
            <a href={`#${anchor}`} onClick={() => onJump(file.path)} className={`mono ${classes.jump}`}>
              {file.path}
            </a>
            {reading.diff && <DiffCounts diff={reading.diff} />}
          </li>
        ))}
      </ul>
    </nav>
  )
}
