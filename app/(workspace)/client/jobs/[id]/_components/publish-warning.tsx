'use client'
import { Alert, List, ListItem, Stack, Text } from '@mantine/core'
import { publishText as text } from '#app/_text/publishing.ts'
import type { JobResult } from './job.ts'
import styles from './result.module.css'

/** What publishing sets off, with the files that act as soon as they are in a branch. */
export function PublishWarning({ result }: { result: JobResult }) {
  const executed = result.files.flatMap(({ path, executed_by: by }) => (by ? [{ path, by }] : []))
  return (
    <Alert color="orange" title={text.warningTitle}>
      <Stack gap="xs">
        <Text>{text.warning}</Text>
        <Text>{executed.length === 0 ? text.noneExecuted : text.executed(executed.length)}</Text>
        {executed.length > 0 && (
          <List data-executed={executed.length}>
            {executed.map(({ path, by }) => (
              <ListItem key={path}>
                <span className={`mono ${styles.path}`}>{path}</span>{' '}
                <Text component="span" c="dimmed" fz="xs">
                  {text.executedBy(by)}
                </Text>
              </ListItem>
            ))}
          </List>
        )}
      </Stack>
    </Alert>
  )
}
