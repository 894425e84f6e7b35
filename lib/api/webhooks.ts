import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

const tag = 'webhooks'

const receipt = z.strictObject({ accepted: z.literal(true), duplicate: z.boolean() }).meta({ id: 'WebhookReceipt' })

export const receiveGithubWebhookEndpoint = defineEndpoint('receiveGithubWebhook', {
  tag,
  summary: 'Receive a repository-host event',
  description:
    'X-Hub-Signature-256 is verified over the raw bytes. Returns 202 once the event is stored; what it reports is read again from the host.',
  access: 'webhook',
  rate: 'webhook',
  bodyLimit: 2 * 1024 * 1024,
  reply: { status: 202, schema: receipt, description: 'Stored.' },
  failures: ['signature_invalid'],
})

export const receiveWalletWebhookEndpoint = defineEndpoint('receiveWalletWebhook', {
  tag,
  summary: 'Receive a wallet-provider event',
  description:
    'X-Circle-Signature is verified over the raw bytes with the key named in X-Circle-Key-Id. Returns 202 once the event is stored.',
  access: 'webhook',
  rate: 'webhook',
  bodyLimit: 256 * 1024,
  reply: { status: 202, schema: receipt, description: 'Stored.' },
  failures: ['signature_invalid', 'provider_unavailable'],
})
