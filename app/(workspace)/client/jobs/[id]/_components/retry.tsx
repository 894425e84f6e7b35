'use client'
import { Alert, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmAction } from '#app/_components/confirm-action.tsx'
import { TimeText } from '#app/_components/time-text.tsx'
import { retryText as text } from '#app/_text/retry.ts'
import { call } from '#lib/client/api.ts'
import { retrying } from '#lib/client/retrying.ts'
import type { Job } from './job.ts'

/** What the client can do about a worker that went silent, and where a retry that was asked for stands. */
export function Retry({ job }: { job: Job }) {
  const { retries, on_chain: onChain, execution } = job
  const notice = job.exits.find((exit) => exit.code === 'object_release' && exit.open)
  if (notice) return <Notice until={notice.closes_at} />
  if (execution.phase !== 'stalled') return null
  if (retries.can_retry && isRequested(job)) {
    return (
      <Alert color="blue" role="status" data-retry="requested">
        {text.announcing}
      </Alert>
    )
  }
  return (
    <Alert color="yellow" title={text.title} role="status" data-retry={retries.can_retry ? 'possible' : 'refused'}>
      <Stack gap="xs" align="flex-start">
        <Text>{text.happened}</Text>
        {retries.can_retry && <Text>{text.does}</Text>}
        {!onChain && <Text>{text.unread}</Text>}
        {onChain && !retries.can_retry && (
          <Text>
            {text.cannot} {retries.reason}
          </Text>
        )}
        <Text c="dimmed" fz="xs">
          {text.used(retries.used, retries.left)}
        </Text>
        {retries.can_retry && <RetryButton job={job} />}
      </Stack>
    </Alert>
  )
}

/** A retry of this attempt is on record, though the chain does not show it yet. */
function isRequested({ timeline, on_chain: onChain }: Job): boolean {
  return timeline.some(({ name, evidence }) => name === 'job.retry_requested' && evidence?.attempt === onChain?.attempt)
}

function Notice({ until }: { until: string | null }) {
  return (
    <Alert color="blue" title={text.announced} role="status" data-retry="announced">
      <Text>
        {text.objectUntil} {until && <TimeText at={until} />}; {text.openAfter}.
      </Text>
    </Alert>
  )
}

function RetryButton({ job }: { job: Job }) {
  const client = useQueryClient()
  const { onchain_job_id, retries } = job
  const retry = useMutation({
    mutationFn: (idempotencyKey: string) =>
      retrying(() => call('retryExecution', { params: { onchain_job_id }, idempotencyKey })),
    onSuccess: () => notifications.show({ message: text.requested }),
    onSettled: () => client.invalidateQueries({ queryKey: ['job', onchain_job_id] }),
  })
  return (
    <ConfirmAction run={retry} words={text.confirm} label={text.button} button={{ variant: 'filled' }}>
      <Text c="dimmed">{text.left(retries.left - 1)}</Text>
    </ConfirmAction>
  )
}
