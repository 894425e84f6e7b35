import { VisuallyHidden } from '@mantine/core'
import { diffText as text } from '#app/_text/diff.ts'
import type { FileDiff } from '#lib/client/diff/file-diff.ts'
import classes from './diff.module.css'

/** How many lines a file gained and lost. */
export function DiffCounts({ diff }: { diff: FileDiff }) {
  const { added, removed } = diff
  return (
    <span className={`number ${classes.counts}`}>
      <span className={classes.plus}>
        +{added} <VisuallyHidden component="span">{text.linesAdded}</VisuallyHidden>
      </span>{' '}
      <span className={classes.minus}>
        −{removed} <VisuallyHidden component="span">{text.linesRemoved}</VisuallyHidden>
      </span>
    </span>
  )
}
