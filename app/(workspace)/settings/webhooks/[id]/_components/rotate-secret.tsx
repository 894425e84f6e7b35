'use client'
import { Modal } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmAction } from '#app/_components/confirm-action.tsx'
import { endpointText as text, webhookSecretText } from '#app/_text/webhooks.ts'
import { SecretOnce } from '#app/(workspace)/settings/_components/secret-once.tsx'
import { call } from '#lib/client/api.ts'
import { askOnce } from '#lib/client/request-key.ts'
import { retrying } from '#lib/client/retrying.ts'
import type { WebhookEndpoint } from '../../_components/endpoint-badge.tsx'

/** Asks, rotates, and shows the new secret. */
export function RotateSecret({ endpoint }: { endpoint: WebhookEndpoint }) {
  const client = useQueryClient()
  const ask = () =>
    askOnce(
      sessionStorage,
      { name: `webhook-secret.${endpoint.id}`, of: 'rotate', outlives: ['recent_sign_in_required'] },
      (idempotencyKey) =>
        retrying(() => call('rotateWebhookSecret', { params: { endpoint_id: endpoint.id }, idempotencyKey })),
    )
  const rotate = useMutation({
    mutationFn: async (_key: string) => {
      const rotated = await ask()
      // The answer to a request of before, whose secret was rotated elsewhere since.
      return rotatedAt(rotated.endpoint) < rotatedAt(endpoint) ? ask() : rotated
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['webhooks', endpoint.id] }),
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

/** By when the secret before ends, which only rotating it moves. */
function rotatedAt({ previous_secret_until: until }: WebhookEndpoint): number {
  return until === null ? 0 : Date.parse(until)
}
