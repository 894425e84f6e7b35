'use client'
import { Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmAction } from '#app/_components/confirm-action.tsx'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { ReadyButton } from '#app/_components/ready-button.tsx'
import { Section } from '#app/_components/section.tsx'
import { RecentSignIn } from '#app/_components/sign-in-again.tsx'
import { accountText as text } from '#app/_text/settings.ts'
import { ApiError, call } from '#lib/client/api.ts'
import { retrying } from '#lib/client/retrying.ts'
import { saveFile } from '#lib/client/save-file.ts'
import { type Money, moneyText } from '#lib/domain/money.ts'
import { useLeave } from '../../_components/leave.ts'

/** What a person takes along and how they leave for good. */
export function Account({ id }: { id: string }) {
  return (
    <Section title={text.title} text={text.text}>
      <Stack id="account" data-return gap="md">
        <RecentSignIn />
        <Group gap="sm">
          <DownloadData />
          <DeleteAccount id={id} />
        </Group>
      </Stack>
    </Section>
  )
}

function DownloadData() {
  const download = useMutation({
    mutationFn: () => call('exportAccount'),
    onSuccess: (data) =>
      saveFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), text.fileName),
  })
  return (
    <>
      <ReadyButton variant="default" loading={download.isPending} onClick={() => download.mutate()}>
        {text.download}
      </ReadyButton>
      <ProblemAlert error={download.error} />
    </>
  )
}

function DeleteAccount({ id }: { id: string }) {
  const leave = useLeave()
  const [typed, setTyped] = useState('')
  const [held, setHeld] = useState<Money | null>(null)
  const [isGivenUp, setIsGivenUp] = useState(false)
  /** Another amount than the one that the person saw is not given up by that. */
  const show = (now: Money | null) => {
    if (now?.amount !== held?.amount) setIsGivenUp(false)
    setHeld(now)
  }
  const remove = useMutation({
    mutationFn: ({ key, leaveBehind }: { key: string; leaveBehind: Money | null }) =>
      retrying(() =>
        call('deleteAccount', { body: { account_id: id, leave_behind: leaveBehind }, idempotencyKey: key }),
      ),
    onSuccess: () => leave('/'),
    onError: (error) => show(onlyHeldIn(error)),
  })
  const run = {
    ...remove,
    // The dialog opens as if it had never been filled in.
    reset: () => {
      setTyped('')
      show(null)
      remove.reset()
    },
    // Each try is a new request: what was refused before may be done by now.
    mutate: (_: string, options: { onSuccess: () => void }) =>
      remove.mutate({ key: crypto.randomUUID(), leaveBehind: isGivenUp ? held : null }, options),
  }
  return (
    <ConfirmAction
      run={run}
      words={text.remove}
      label={text.remove.button}
      button={{}}
      color="red.9"
      isReady={typed.trim().toLowerCase() === text.remove.word}
    >
      <Text>{text.remove.goes}</Text>
      <Text>{text.remove.stays}</Text>
      {held && (
        <Checkbox
          label={text.remove.leaveBehind(moneyText(held))}
          checked={isGivenUp}
          onChange={({ currentTarget }) => setIsGivenUp(currentTarget.checked)}
        />
      )}
      <TextInput
        label={text.remove.typed}
        value={typed}
        autoComplete="off"
        data-autofocus
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </ConfirmAction>
  )
}

/** What the wallet holds, where the refusal says that nothing else is in the way. */
function onlyHeldIn(error: unknown): Money | null {
  if (!(error instanceof ApiError)) return null
  const [only, ...others] = error.problem.next_actions
  if (only?.code !== 'leave_behind' || others.length > 0) return null
  return (only.body?.leave_behind as Money | undefined) ?? null
}
