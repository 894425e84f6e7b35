import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

const tag = 'webhooks'

const receipt = z.strictObject({ accepted: z.literal(true), duplicate: z.boolean() }).meta({ id: 'WebhookReceipt' })

export const receiveGithubWebhookEndpoint = defineEndpoint('receiveGithubWebhook', {
  tag,
  summary: 'Receive a repository-host event',
  description: 'X-Hub-Signature-256 over the raw bytes. 202 once stored; what it says is read again from the host.',
  access: 'webhook',
  rate: 'webhook',
  bodyLimit: 2 * 1024 * 1024,
  reply: { status: 202, schema: receipt, description: 'Stored.' },
  failures: ['signature_invalid'],
})

export const receiveWalletWebhookEndpoint = defineEndpoint('receiveWalletWebhook', {
  tag,
  summary: 'Receive a wallet-provider event',
  description: 'X-Circle-Signature over the raw bytes, by the key named in X-Circle-Key-Id. 202 once stored.',
  access: 'webhook',
  rate: 'webhook',
  bodyLimit: 256 * 1024,
  reply: { status: 202, schema: receipt, description: 'Stored.' },
  failures: ['signature_invalid', 'provider_unavailable'],
})
