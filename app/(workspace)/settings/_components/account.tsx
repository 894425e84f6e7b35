'use client'
import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmAction } from '#app/_components/confirm-action.tsx'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
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
      <Button variant="default" loading={download.isPending} onClick={() => download.mutate()}>
        {text.download}
      </Button>
      <ProblemAlert error={download.error} />
    </>
  )
}

function DeleteAccount({ id }: { id: string }) {
  const leave = useLeave()
  const [typed, setTyped] = useState('')
  const [given, setGiven] = useState<Money | null>(null)
  const remove = useMutation({
    mutationFn: ({ key, leaveBehind }: { key: string; leaveBehind: Money | null }) =>
      retrying(() =>
        call('deleteAccount', { body: { account_id: id, leave_behind: leaveBehind }, idempotencyKey: key }),
      ),
    onSuccess: () => leave('/'),
  })
  const held = heldIn(remove.error) ?? given
  const run = {
    ...remove,
    // Each try is a new request: what was refused before may be done by now.
    mutate: (_: string, options: { onSuccess: () => void }) =>
      remove.mutate({ key: crypto.randomUUID(), leaveBehind: given }, options),
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
          checked={given !== null}
          onChange={({ currentTarget }) => setGiven(currentTarget.checked ? held : null)}
        />
      )}
      <TextInput
        label={text.remove.typed}
        value={typed}
        autoComplete="off"
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </ConfirmAction>
  )
}

/** What the wallet holds, where the refusal says that it can be given up. */
function heldIn(error: unknown): Money | null {
  if (!(error instanceof ApiError)) return null
  const step = error.problem.next_actions.find(({ code }) => code === 'leave_behind')
  return (step?.body?.leave_behind as Money | undefined) ?? null
}
