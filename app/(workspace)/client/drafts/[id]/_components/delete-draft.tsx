'use client'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { flushSync } from 'react-dom'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { ReadyButton } from '#app/_components/ready-button.tsx'
import { commonText } from '#app/_text/common.ts'
import { draftText as text } from '#app/_text/drafts.ts'
import { useDeletion } from '../../_components/use-deletion.ts'

type DeleteDraftProps = { id: string; title: string; onLeaving: (isLeaving: boolean) => void }

export function DeleteDraft({ id, title, onLeaving }: DeleteDraftProps) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const router = useRouter()
  const client = useQueryClient()
  const deleteAll = useDeletion()
  const removal = useMutation({
    mutationFn: async () => {
      flushSync(() => onLeaving(true))
      await client.cancelQueries({ queryKey: ['draft', id] })
      const { refused, error } = await deleteAll([{ id, title }])
      const refusal = error ?? refused[0]?.error
      if (refusal) throw refusal
    },
    onError: () => onLeaving(false),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['drafts'] })
      router.push('/client/drafts')
    },
  })
  return (
    <>
      <ReadyButton variant="default" onClick={open}>
        {text.delete}
      </ReadyButton>
      <Modal opened={isOpen} onClose={close} title={text.deleteTitle}>
        <Stack>
          <Text>{text.deleteText}</Text>
          <ProblemAlert error={removal.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {commonText.cancel}
            </Button>
            <Button color="red.9" loading={removal.isPending || removal.isSuccess} onClick={() => removal.mutate()}>
              {text.delete}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
