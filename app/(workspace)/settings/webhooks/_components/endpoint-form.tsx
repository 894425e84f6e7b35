'use client'
import { Button, Checkbox, CheckboxGroup, Group, InputWrapper, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { focusFirst } from '#app/_components/focus-field.ts'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { RecentSignIn } from '#app/_components/sign-in-again.tsx'
import { commonText } from '#app/_text/common.ts'
import { notificationsText } from '#app/_text/notifications.ts'
import { endpointFormText as text } from '#app/_text/webhooks.ts'
import { useKeptForm } from '#app/(workspace)/_components/kept-dialog.ts'
import { ApiError } from '#lib/client/api.ts'
import { type NotificationKind, notificationKinds } from '#lib/domain/notification.ts'
import type { WebhookEndpoint } from './endpoint-badge.tsx'

const scopes = ['all', 'kinds'] as const

export type EndpointValues = {
  url: string
  description: string
  scope: (typeof scopes)[number]
  kinds: NotificationKind[]
  /** Of the endpoint that the form was filled from; it is kept with what is typed. */
  version: number
}

export const emptyEndpoint: EndpointValues = { url: '', description: '', scope: 'all', kinds: [], version: 0 }

export function valuesOf({ url, description, events, version }: WebhookEndpoint): EndpointValues {
  const isAll = events === 'all'
  return { url, description, scope: isAll ? 'all' : 'kinds', kinds: isAll ? [] : events, version }
}

export function toBody({ url, description, scope, kinds }: EndpointValues) {
  return { url: url.trim(), description: description.trim(), events: scope === 'all' ? ('all' as const) : kinds }
}

type EndpointFormProps = {
  /** What its input is kept under until it is sent. */
  keptAs: string
  initial: EndpointValues
  submit: string
  isPending: boolean
  error: unknown
  onSubmit: (values: EndpointValues) => void
  onCancel: () => void
}

/** Where to send changes, and which. */
export function EndpointForm({ keptAs, initial, submit, isPending, error, onSubmit, onCancel }: EndpointFormProps) {
  const form = useForm<EndpointValues>({
    initialValues: initial,
    validate: {
      url: (url) => (URL.canParse(url.trim()) ? null : text.errors.url),
      kinds: (kinds, { scope }) => (scope === 'kinds' && kinds.length === 0 ? text.errors.kinds : null),
    },
  })
  useKeptForm(keptAs, form)
  const [sentUrl, setSentUrl] = useState<string>()
  const urlRefusal = error instanceof ApiError && error.problem.errors.find(({ pointer }) => pointer === '/url')
  const isStillRefused = urlRefusal && form.values.url === sentUrl
  const submitForm = (values: EndpointValues) => {
    setSentUrl(values.url)
    onSubmit(values)
  }
  return (
    <form onSubmit={form.onSubmit(submitForm, focusFirst)} noValidate>
      <Stack>
        <RecentSignIn />
        <TextInput
          label={text.url}
          description={text.urlHint}
          placeholder="https://example.org/webhooks"
          type="url"
          maxLength={2_000}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          {...form.getInputProps('url')}
          error={form.errors.url ?? (isStillRefused ? urlRefusal.message : undefined)}
          errorProps={{ role: 'alert' }}
        />
        <TextInput
          label={text.description}
          description={text.descriptionHint}
          maxLength={200}
          autoComplete="off"
          {...form.getInputProps('description')}
        />
        <InputWrapper label={text.events} description={text.scopes[form.values.scope].text} labelElement="div">
          <SegmentedControl
            fullWidth
            mt="xs"
            aria-label={text.events}
            data={scopes.map((value) => ({ value, label: text.scopes[value].label }))}
            {...form.getInputProps('scope')}
          />
        </InputWrapper>
        {form.values.scope === 'kinds' && (
          <CheckboxGroup label={text.whichKinds} {...form.getInputProps('kinds')}>
            <Group gap="md" mt="xs">
              {notificationKinds.map((kind) => (
                <Checkbox key={kind} value={kind} label={notificationsText.kinds[kind]} />
              ))}
            </Group>
          </CheckboxGroup>
        )}
        <ProblemAlert error={urlRefusal ? null : error} />
        <Group justify="flex-end">
          <Button variant="default" disabled={isPending} onClick={onCancel}>
            {commonText.cancel}
          </Button>
          <Button type="submit" loading={isPending}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
