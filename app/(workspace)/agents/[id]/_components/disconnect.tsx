'use client'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { runtimeText as text } from '#app/_text/agents.ts'
import { commonText } from '#app/_text/common.ts'
import { call } from '#lib/client/api.ts'
import { retrying } from '#lib/client/retrying.ts'
import { showAnswer } from '#lib/client/show-answer.ts'

export function Disconnect({ agentId }: { agentId: string }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const client = useQueryClient()
  const cut = useMutation({
    mutationFn: (idempotencyKey: string) =>
      retrying(() => call('disconnectRuntime', { params: { id: agentId }, idempotencyKey })),
    onSuccess: async (agent) => {
      close()
      await showAnswer(client, ['agent', agentId], agent)
      notifications.show({ message: text.disconnected })
      await client.invalidateQueries({ queryKey: ['agent', agentId] })
    },
  })
  return (
    <>
      <Button variant="default" size="xs" onClick={open}>
        {text.disconnect}
      </Button>
      <Modal opened={isOpen} onClose={close} title={text.disconnectTitle}>
        <Stack>
          <Text>{text.disconnectText}</Text>
          <ProblemAlert error={cut.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {commonText.cancel}
            </Button>
            <Button color="red.9" loading={cut.isPending} onClick={() => cut.mutate(crypto.randomUUID())}>
              {text.disconnect}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
