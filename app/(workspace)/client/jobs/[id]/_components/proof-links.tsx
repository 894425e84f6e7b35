'use client'
import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { ButtonLink } from '#app/_components/button-link.tsx'
import { accountsText as text } from '#app/_text/accounts.ts'
import { call } from '#lib/client/api.ts'
import { saveJson } from '#lib/client/save-json.ts'
import { isProvable } from '#lib/domain/proof.ts'
import type { Job } from './job.ts'

/** The proof of an ended job, and the page on which anyone can read it where the repository is public. */
export function ProofLinks({ job: { onchain_job_id, state, task_document: task } }: { job: Job }) {
  const download = useMutation({
    mutationFn: () => call('getJobProof', { params: { onchain_job_id } }),
    onSuccess: (proof) => saveJson(proof, `jobwright-job-${onchain_job_id}.json`),
    onError: (error) => notifications.show({ color: 'red', title: text.noProof, message: error.message }),
  })
  if (!isProvable(state) || !task) return null
  const { private: isPrivate } = task.repository as { private?: boolean }
  return (
    <Group gap="xs">
      {isPrivate === false && (
        <ButtonLink href={`/jobs/${onchain_job_id}`} variant="default" size="xs">
          {text.receipt}
        </ButtonLink>
      )}
      <Button variant="default" size="xs" loading={download.isPending} onClick={() => download.mutate()}>
        {text.proof}
      </Button>
    </Group>
  )
}
