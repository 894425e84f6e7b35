'use client'
import { Button, type ButtonProps, Group, Modal, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { commonText } from '../_text/common.ts'
import { ProblemAlert } from './problem-alert.tsx'
import { ReadyButton } from './ready-button.tsx'

type Run = {
  mutate: (key: string, options: { onSuccess: () => void }) => void
  isPending: boolean
  error: unknown
  reset: () => void
}
type Words = { title: string; text: string; confirm: string; back?: string }
type ConfirmActionProps = {
  run: Run
  words: Words
  button: ButtonProps & { 'aria-label'?: string }
  color?: string
  label: string
  /** Whether what the person fills in below the text is complete. */
  isReady?: boolean
  children?: ReactNode
}

/** A button that asks before it acts. Each opening is one request with one key, however often it is then sent. */
export function ConfirmAction({ run, words, button, color, label, isReady = true, children }: ConfirmActionProps) {
  const [key, setKey] = useState<string>()
  const close = () => setKey(undefined)
  const open = () => {
    run.reset()
    setKey(crypto.randomUUID())
  }
  return (
    <>
      <ReadyButton variant="default" {...button} onClick={open}>
        {label}
      </ReadyButton>
      <Modal opened={key !== undefined} onClose={() => !run.isPending && close()} title={words.title}>
        <Stack>
          <Text>{words.text}</Text>
          {children}
          <ProblemAlert error={run.error} />
          <Group justify="flex-end">
            <Button variant="default" disabled={run.isPending} onClick={close}>
              {words.back ?? commonText.cancel}
            </Button>
            <Button
              {...(color && { color })}
              loading={run.isPending}
              disabled={!isReady}
              onClick={() => key && run.mutate(key, { onSuccess: close })}
            >
              {words.confirm}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
