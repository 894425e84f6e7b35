'use client'
import { Alert, List, ListItem, Text } from '@mantine/core'
import { publishText as text } from '../../../../../_text/publishing.ts'
import type { Job } from './job-page-view.tsx'
import { PublishButton } from './publish-button.tsx'
import styles from './result.module.css'
import type { JobResult } from './use-job-result.ts'

/** What publishing would set off, and the button for it. */
export function PublishOffer({ job, result }: { job: Job; result: JobResult }) {
  if (job.policy_document?.publication === 'automatic') return <Text role="status">{text.policyWaits}</Text>
  return (
    <>
      <Alert color="orange" title={text.warningTitle}>
        {text.warning}
      </Alert>
      <ExecutedFiles result={result} />
      <div>
        <PublishButton job={job} result={result} label={text.button} />
      </div>
    </>
  )
}

function ExecutedFiles({ result }: { result: JobResult }) {
  const executed = result.files.flatMap(({ path, executed_by: by }) => (by ? [{ path, by }] : []))
  if (executed.length === 0) return <Text>{text.noneExecuted}</Text>
  return (
    <div>
      <Text>{text.executed(executed.length)}</Text>
      <List mt={6} data-executed={executed.length}>
        {executed.map(({ path, by }) => (
          <ListItem key={path}>
            <span className={`mono ${styles.path}`}>{path}</span>{' '}
            <Text component="span" c="dimmed" fz="xs">
              {text.executedBy(by)}
            </Text>
          </ListItem>
        ))}
      </List>
    </div>
  )
}
