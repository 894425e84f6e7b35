'use client'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/client/api.ts'
import { retrying } from '#lib/client/retrying.ts'
import { runChallenge } from '#lib/client/run-challenge.ts'
import { ProblemAlert } from '../../../../../_components/problem-alert.tsx'
import { useClient } from '../../../../../_providers.tsx'
import { jobText } from '../../../../../_text/jobs.ts'
import type { Job } from './job-page-view.tsx'

type ActionName = 'cancel' | 'refund'

/** The one thing that the contract lets the client do now, if any. */
export function JobAction({ job }: { job: Job }) {
  const codes = job.pending_actions.filter(({ href }) => href).map(({ code }) => code)
  if (codes.includes('cancel')) return <ActionDialog job={job} action="cancel" />
  return codes.includes('claim_refund') ? <ActionDialog job={job} action="refund" /> : null
}

function ActionDialog({ job, action }: { job: Job; action: ActionName }) {
  const words = jobText.actions[action]
  const { executor } = useClient()
  const client = useQueryClient()
  const [isOpen, { open, close }] = useDisclosure(false)
  const run = useMutation({
    mutationFn: async (idempotencyKey: string) => {
      const params = { onchain_job_id: job.onchain_job_id }
      const challenge = await retrying(() =>
        call('createActionChallenge', { params, body: { action }, idempotencyKey }),
      )
      await runChallenge(executor, challenge)
    },
    onSuccess: () => {
      close()
      notifications.show({ message: jobText.underway })
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['job', job.onchain_job_id] }),
        client.invalidateQueries({ queryKey: ['transactions'] }),
        client.invalidateQueries({ queryKey: ['dashboard'] }),
      ]),
  })
  return (
    <>
      <Button variant="default" onClick={open}>
        {words.button}
      </Button>
      <Modal opened={isOpen} onClose={close} title={words.title}>
        <Stack>
          <Text>{words.text}</Text>
          <ProblemAlert error={run.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {words.back}
            </Button>
            <Button loading={run.isPending} onClick={() => run.mutate(crypto.randomUUID())}>
              {words.confirm}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
