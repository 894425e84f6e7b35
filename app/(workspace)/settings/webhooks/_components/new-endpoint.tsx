'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { FormModal } from '#app/_components/form-modal.tsx'
import { endpointFormText as text, webhookSecretText } from '#app/_text/webhooks.ts'
import type { useKeptDialog } from '#app/(workspace)/_components/kept-dialog.ts'
import { call } from '#lib/client/api.ts'
import { askOnce } from '#lib/client/request-key.ts'
import { retrying } from '#lib/client/retrying.ts'
import { SecretOnce } from '../../_components/secret-once.tsx'
import { EndpointForm, type EndpointValues, emptyEndpoint, toBody } from './endpoint-form.tsx'

export const endpointKeptAs = 'webhook-endpoint'

/** Asks for an endpoint, then shows its secret, which is nowhere to be read later. */
export function NewEndpoint({ dialog }: { dialog: ReturnType<typeof useKeptDialog> }) {
  const client = useQueryClient()
  const router = useRouter()
  const create = useMutation({
    mutationFn: (values: EndpointValues) => {
      const body = toBody(values)
      const request = {
        name: 'webhook-endpoint',
        of: JSON.stringify(body),
        outlives: ['recent_sign_in_required'],
      }
      return askOnce(sessionStorage, request, (idempotencyKey) =>
        retrying(() => call('createWebhookEndpoint', { body, idempotencyKey })),
      )
    },
    onSuccess: dialog.forget,
    // It may have been made by a request whose answer was lost.
    onSettled: () => client.invalidateQueries({ queryKey: ['webhooks'] }),
  })
  const made = create.data
  const close = () => {
    if (create.isPending) return
    create.reset()
    dialog.close()
    if (made) router.push(`/settings/webhooks/${made.endpoint.id}`)
  }
  return (
    <FormModal
      opened={dialog.isOpen}
      hasInput={dialog.isRestored && !made}
      onClose={close}
      title={made ? webhookSecretText.title : text.create.title}
      size="lg"
      {...(made && { closeOnClickOutside: false, closeOnEscape: false, withCloseButton: false })}
    >
      {made ? (
        <SecretOnce words={webhookSecretText} secret={made.signing_secret} onDone={close} />
      ) : (
        <EndpointForm
          keptAs={endpointKeptAs}
          initial={emptyEndpoint}
          submit={text.create.submit}
          isPending={create.isPending}
          error={create.error}
          onSubmit={create.mutate}
          onCancel={close}
        />
      )}
    </FormModal>
  )
}
