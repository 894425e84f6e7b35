'use client'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError, call } from '#lib/client/api.ts'
import { ProblemAlert } from '../../../../../_components/problem-alert.tsx'
import { draftText as text } from '../../../../../_text/drafts.ts'
import { AcceptanceFields } from './acceptance-fields.tsx'
import classes from './draft-page.module.css'
import type { Draft } from './draft-page-view.tsx'
import { type DraftValues, rules, toBody, toValues } from './draft-values.ts'
import { PublicationField } from './publication-field.tsx'
import { TaskFields } from './task-fields.tsx'
import { TermFields } from './term-fields.tsx'
import { VerificationFields } from './verification-fields.tsx'

type DraftFormProps = { draft: Draft; onDirtyChange: (isDirty: boolean) => void }

const conflicts = ['stale_version', 'precondition_failed']

export function DraftForm({ draft, onDirtyChange }: DraftFormProps) {
  const client = useQueryClient()
  const form = useForm<DraftValues>({ initialValues: toValues(draft), validate: rules, validateInputOnBlur: true })
  const isDirty = form.isDirty()
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when it changes, not when the callback does
  useEffect(() => onDirtyChange(isDirty), [isDirty])

  const accept = (saved: Draft) => {
    onDirtyChange(false)
    client.setQueryData(['draft', draft.id], saved)
  }
  const save = useMutation({
    mutationFn: (change: { values: DraftValues; version: number }) =>
      call('updateDraft', { params: { id: draft.id }, body: toBody(change.values), ifMatch: change.version }),
    onSuccess: (saved) => {
      accept(saved)
      notifications.show({ color: 'teal', message: text.saved })
    },
  })
  const readNewest = () => call('getDraft', { params: { id: draft.id } })
  const takeTheirs = useMutation({ mutationFn: readNewest, onSuccess: accept })
  const keepMine = useMutation({
    mutationFn: readNewest,
    onSuccess: ({ version }) => save.mutate({ values: form.getValues(), version }),
  })
  const isConflict = save.error instanceof ApiError && conflicts.includes(save.error.problem.code)
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate({ values, version: draft.version }))} noValidate>
      <Stack gap="md">
        <TaskFields form={form} />
        <VerificationFields form={form} />
        <AcceptanceFields form={form} />
        <TermFields form={form} />
        <PublicationField form={form} />
        {isConflict ? (
          <Alert color="yellow" role="alert" title={text.conflict.title}>
            <Text mb="sm">{text.conflict.text}</Text>
            <Group gap="sm">
              <Button size="xs" variant="default" loading={takeTheirs.isPending} onClick={() => takeTheirs.mutate()}>
                {text.conflict.theirs}
              </Button>
              <Button size="xs" variant="default" loading={keepMine.isPending} onClick={() => keepMine.mutate()}>
                {text.conflict.mine}
              </Button>
            </Group>
          </Alert>
        ) : (
          <ProblemAlert error={save.error ?? takeTheirs.error ?? keepMine.error} />
        )}
        {isDirty && (
          <div className={`card ${classes.saveBar}`}>
            <Text>{text.unsaved}</Text>
            <Group gap="sm">
              <Button variant="default" onClick={form.reset}>
                {text.discard}
              </Button>
              <Button type="submit" loading={save.isPending}>
                {text.save}
              </Button>
            </Group>
          </div>
        )}
      </Stack>
    </form>
  )
}
