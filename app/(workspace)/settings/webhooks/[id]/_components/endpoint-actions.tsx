'use client'
import { Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { flushSync } from 'react-dom'
import { ConfirmAction } from '#app/_components/confirm-action.tsx'
import { FormModal } from '#app/_components/form-modal.tsx'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { ReadyButton } from '#app/_components/ready-button.tsx'
import { endpointFormText, endpointText as text } from '#app/_text/webhooks.ts'
import { useKeptDialog } from '#app/(workspace)/_components/kept-dialog.ts'
import { type CallInput, call } from '#lib/client/api.ts'
import { retrying } from '#lib/client/retrying.ts'
import { showAnswer } from '#lib/client/show-answer.ts'
import type { WebhookEndpoint } from '../../_components/endpoint-badge.tsx'
import { EndpointForm, toBody, valuesOf } from '../../_components/endpoint-form.tsx'
import { RotateSecret } from './rotate-secret.tsx'

/** Without a version it is one of what is shown. */
type Change = Omit<NonNullable<CallInput<'updateWebhookEndpoint'>['body']>, 'version'> & { version?: number }

type EndpointActionsProps = { endpoint: WebhookEndpoint; onLeaving: (isLeaving: boolean) => void }

/** Everything that its owner can do with an endpoint. */
export function EndpointActions({ endpoint, onLeaving }: EndpointActionsProps) {
  const client = useQueryClient()
  const params = { endpoint_id: endpoint.id }
  const test = useMutation({
    mutationFn: (idempotencyKey: string) => retrying(() => call('testWebhookEndpoint', { params, idempotencyKey })),
    onSuccess: async () => {
      notifications.show({ color: 'teal', message: text.test.done })
      await client.invalidateQueries({ queryKey: ['webhooks', endpoint.id] })
    },
  })
  const enable = useChange(endpoint, text.enable.done)
  return (
    <>
      <Group gap="sm">
        {endpoint.enabled ? (
          <ReadyButton loading={test.isPending} onClick={() => test.mutate(crypto.randomUUID())}>
            {text.test.button}
          </ReadyButton>
        ) : (
          <ReadyButton loading={enable.isPending} onClick={() => enable.mutate({ enabled: true })}>
            {text.enable.button}
          </ReadyButton>
        )}
        <Edit endpoint={endpoint} />
        <RotateSecret endpoint={endpoint} />
        {endpoint.enabled && <Disable endpoint={endpoint} />}
        <Remove endpoint={endpoint} onLeaving={onLeaving} />
      </Group>
      <ProblemAlert error={test.error ?? enable.error} />
    </>
  )
}

function useChange(endpoint: WebhookEndpoint, done: string, onDone?: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: Change) =>
      call('updateWebhookEndpoint', {
        params: { endpoint_id: endpoint.id },
        body: { version: endpoint.version, ...change },
      }),
    onSuccess: async (changed) => {
      await showAnswer(client, ['webhooks', endpoint.id], changed)
      notifications.show({ color: 'teal', message: done })
      onDone?.()
    },
  })
}

function Edit({ endpoint }: { endpoint: WebhookEndpoint }) {
  const keptAs = `webhook-endpoint.${endpoint.id}`
  const dialog = useKeptDialog(keptAs)
  const change = useChange(endpoint, endpointFormText.edit.done, dialog.close)
  const close = () => {
    change.reset()
    dialog.close()
  }
  return (
    <>
      <ReadyButton variant="default" onClick={dialog.open}>
        {text.edit}
      </ReadyButton>
      <FormModal
        opened={dialog.isOpen}
        hasInput={dialog.isRestored}
        onClose={close}
        title={endpointFormText.edit.title}
        size="lg"
      >
        <EndpointForm
          keptAs={keptAs}
          initial={valuesOf(endpoint)}
          submit={endpointFormText.edit.submit}
          isPending={change.isPending}
          error={change.error}
          onSubmit={(values) => change.mutate({ ...toBody(values), version: values.version })}
          onCancel={close}
        />
      </FormModal>
    </>
  )
}

function Disable({ endpoint }: { endpoint: WebhookEndpoint }) {
  const change = useChange(endpoint, text.disable.done)
  const run = {
    ...change,
    mutate: (_: string, then: { onSuccess: () => void }) => change.mutate({ enabled: false }, then),
  }
  return <ConfirmAction run={run} words={text.disable} label={text.disable.button} button={{}} />
}

function Remove({ endpoint, onLeaving }: EndpointActionsProps) {
  const client = useQueryClient()
  const router = useRouter()
  const remove = useMutation({
    mutationFn: async (_key: string) => {
      flushSync(() => onLeaving(true))
      await client.cancelQueries({ queryKey: ['webhooks', endpoint.id] })
      await call('deleteWebhookEndpoint', { params: { endpoint_id: endpoint.id } })
    },
    onError: () => onLeaving(false),
    onSuccess: async () => {
      notifications.show({ message: text.remove.done })
      router.push('/settings/webhooks')
      await client.invalidateQueries({ queryKey: ['webhooks', 'list'] })
    },
  })
  return <ConfirmAction run={remove} words={text.remove} label={text.remove.button} button={{}} color="red.9" />
}
