import { Badge, Group, Text } from '@mantine/core'
import classes from '#app/_components/lines.module.css'
import { resultText as text } from '#app/_text/jobs.ts'
import { publishText } from '#app/_text/publishing.ts'
import type { JobResult } from './job.ts'
import styles from './result.module.css'

/** The changed files by name and size, while their content is withheld. */
export function ResultFiles({ result }: { result: JobResult }) {
  return (
    <ul className={classes.plain}>
      {result.files.map((file) => (
        <li key={file.path} className={classes.plainLine}>
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
        </li>
      ))}
    </ul>
  )
}
