'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmAction } from '#app/_components/confirm-action.tsx'
import { publishText as text } from '#app/_text/publishing.ts'
import { call } from '#lib/client/api.ts'
import { retrying } from '#lib/client/retrying.ts'
import type { Job, JobResult } from './job.ts'
import { PublishWarning } from './publish-warning.tsx'

type PublishButtonProps = { job: Job; result: JobResult; label: string }

/** Asks for the publication of the result on this page, after a word about what that runs. */
export function PublishButton({ job, result, label }: PublishButtonProps) {
  const client = useQueryClient()
  const { onchain_job_id } = job
  const publish = useMutation({
    mutationFn: (idempotencyKey: string) =>
      retrying(() =>
        call('publishResult', {
          params: { onchain_job_id },
          body: { result_commitment: result.result_commitment, accepts_execution: true },
          idempotencyKey,
        }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: ['job', onchain_job_id] }),
  })
  return (
    <ConfirmAction run={publish} words={text.confirm} label={label} button={{ variant: 'filled' }}>
      <PublishWarning result={result} />
    </ConfirmAction>
  )
}
