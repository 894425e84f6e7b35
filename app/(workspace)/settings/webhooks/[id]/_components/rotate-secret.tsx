'use client'
import { Modal } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmAction } from '#app/_components/confirm-action.tsx'
import { endpointText as text, webhookSecretText } from '#app/_text/webhooks.ts'
import { SecretOnce } from '#app/(workspace)/settings/_components/secret-once.tsx'
import { call } from '#lib/client/api.ts'
import { retrying } from '#lib/client/retrying.ts'
import type { WebhookEndpoint } from '../../_components/endpoint-badge.tsx'

/** Asks, rotates, and shows the new secret. */
export function RotateSecret({ endpoint }: { endpoint: WebhookEndpoint }) {
  const client = useQueryClient()
  const rotate = useMutation({
    mutationFn: (idempotencyKey: string) =>
      retrying(() => call('rotateWebhookSecret', { params: { endpoint_id: endpoint.id }, idempotencyKey })),
    onSuccess: ({ endpoint: rotated }) => client.setQueryData(['webhooks', endpoint.id], rotated),
  })
  return (
    <>
      <ConfirmAction run={rotate} words={text.rotate} label={text.rotate.button} button={{}} />
      <Modal
        opened={rotate.isSuccess}
        onClose={rotate.reset}
        title={webhookSecretText.title}
        size="lg"
        closeOnClickOutside={false}
        closeOnEscape={false}
        withCloseButton={false}
      >
        {rotate.data && (
          <SecretOnce words={webhookSecretText} secret={rotate.data.signing_secret} onDone={rotate.reset} />
        )}
      </Modal>
    </>
  )
}
