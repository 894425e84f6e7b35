'use client'
import { Badge, Button, Skeleton, Text, UnstyledButton } from '@mantine/core'
import { diffText as text } from '#app/_text/diff.ts'
import { resultText } from '#app/_text/jobs.ts'
import { publishText } from '#app/_text/publishing.ts'
import { ApiError } from '#lib/client/api.ts'
import type { FileDiff } from '#lib/client/diff/file-diff.ts'
import classes from './diff.module.css'
import { DiffCounts } from './diff-counts.tsx'
import { DiffLines } from './diff-lines.tsx'
import type { ShownFile } from './shown-file.ts'
import type { FileReading } from './use-file-diffs.ts'

type DiffFileProps = { shown: ShownFile; isOpen: boolean; onToggle: (isOpen: boolean) => void }

/** One changed file: what is to be known about it, and its lines. */
export function DiffFile({ shown, isOpen, onToggle }: DiffFileProps) {
  const { file, reading, anchor } = shown
  const { diff } = reading
  return (
    <article id={anchor} className={classes.file} data-file={file.path}>
      <UnstyledButton
        className={classes.head}
        aria-expanded={isOpen}
        aria-controls={`${anchor}-body`}
        onClick={() => onToggle(!isOpen)}
      >
        <span className={classes.arrow} aria-hidden="true" />
        <span className={`mono ${classes.path}`}>{file.path}</span>
        <span className={classes.marks}>
          {diff?.notes.includes('new') && <Badge color="blue">{text.isNew}</Badge>}
          {file.mode === null && <Badge color="red">{text.isRemoved}</Badge>}
          {file.mode === '100755' && <Badge color="yellow">{text.executable}</Badge>}
          {file.executed_by && <Badge color="orange">{publishText.executedBy(file.executed_by)}</Badge>}
          {diff && <DiffCounts diff={diff} />}
        </span>
      </UnstyledButton>
      <div id={`${anchor}-body`} hidden={!isOpen}>
        {isOpen && <Body shown={shown} />}
      </div>
    </article>
  )
}

function Body({ shown }: { shown: ShownFile }) {
  const { file, reading } = shown
  const { diff } = reading
  return (
    <>
      <div className={classes.notes}>
        {file.executed_by && <Text fw={600}>{text.executedNote(file.executed_by)}</Text>}
        {file.mode === '100755' && <Text>{text.executableNote}</Text>}
        {reading.error && <NoBase reading={reading} error={reading.error} />}
        {diff && <Notes diff={diff} bytes={file.bytes} />}
      </div>
      {!diff && (
        <div className={classes.notes} role="status">
          <Text c="dimmed">{text.loading}</Text>
          <Skeleton height={14} mt={8} width="70%" />
          <Skeleton height={14} mt={8} width="45%" />
        </div>
      )}
      {diff && diff.rows.length > 0 && <DiffLines path={file.path} diff={diff} />}
    </>
  )
}

function Notes({ diff, bytes }: { diff: FileDiff; bytes: number }) {
  return diff.notes.map((note) => (
    <Text key={note} c="dimmed" data-note={note}>
      {text.notes[note]} {(note === 'binary' || note === 'too_large') && resultText.bytes(bytes)}
    </Text>
  ))
}

function NoBase({ reading, error }: { reading: FileReading; error: Error }) {
  return (
    <div className={classes.noBase} role="status">
      <Text>
        {text.noBase} {error instanceof ApiError && error.problem.detail}
      </Text>
      <Button variant="default" size="compact-xs" onClick={reading.again}>
        {text.again}
      </Button>
    </div>
  )
}
