'use client'
import { Accordion, AccordionControl, AccordionItem, AccordionPanel, Badge, Group, Text } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { readable } from '#lib/client/readable.ts'
import { type FileChange, isDeletion } from '#lib/domain/result.ts'
import classes from '../../../../../_components/lines.module.css'
import { resultText as text } from '../../../../../_text/jobs.ts'
import { publishText } from '../../../../../_text/publishing.ts'
import styles from './result.module.css'
import type { JobResult } from './result.tsx'

type File = JobResult['files'][number]

/** The changed files: names and sizes while their content is withheld, each with its content afterwards. */
export function ResultFiles({ result }: { result: JobResult }) {
  const { files, changes } = result
  if (!changes) {
    return (
      <ul className={classes.plain}>
        {files.map((file) => (
          <li key={file.path} className={classes.plainLine}>
            <FileLine file={file} />
          </li>
        ))}
      </ul>
    )
  }
  const [only] = files
  return (
    <Accordion multiple variant="contained" defaultValue={files.length === 1 && only ? [only.path] : []}>
      {files.map((file) => {
        const change = changes.find(({ path }) => path === file.path)
        return (
          <AccordionItem key={file.path} value={file.path}>
            <AccordionControl>
              <FileLine file={file} />
            </AccordionControl>
            <AccordionPanel>{change && <Content change={change} />}</AccordionPanel>
          </AccordionItem>
        )
      })}
    </Accordion>
  )
}

function FileLine({ file }: { file: File }) {
  return (
    <Group gap="xs" component="span">
      <span className={`mono ${styles.path}`}>{file.path}</span>
      {file.mode === null && <Badge color="red">{text.removed}</Badge>}
      {file.mode === '100755' && <Badge color="yellow">{text.executable}</Badge>}
      {file.executed_by && <Badge color="orange">{publishText.executedBy(file.executed_by)}</Badge>}
      {file.mode !== null && (
        <Text c="dimmed" fz="xs" component="span">
          {text.bytes(file.bytes)}
        </Text>
      )}
    </Group>
  )
}

function Content({ change }: { change: FileChange }): ReactNode {
  const seen = useMemo(() => (isDeletion(change) ? undefined : readable(change.content)), [change])
  if (!seen) return <Text c="dimmed">{text.removedText}</Text>
  if (seen.kind === 'binary') return <Text c="dimmed">{text.binary}</Text>
  if (seen.text === '') return <Text c="dimmed">{text.emptyFile}</Text>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <pre className={styles.content} tabIndex={0}>
      {seen.text}
    </pre>
  )
}
