import { createHmac, randomBytes } from 'node:crypto'
import type { Vault } from '../../ports/vault.ts'

const prefix = 'whsec_'
/** What the sealed columns are bound to. */
export const webhookSecretPlace = (endpointId: string) => `webhook_endpoints.secret/${endpointId}`

/** 32 random bytes, as Standard Webhooks writes them. */
export function newWebhookSecret(): string {
  return prefix + randomBytes(32).toString('base64')
}

export function sealWebhookSecret(vault: Vault, endpointId: string, secret: string): string {
  return vault.seal(secret, webhookSecretPlace(endpointId))
}

export function openWebhookSecret(vault: Vault, endpointId: string, sealed: string): string {
  return vault.open(sealed, webhookSecretPlace(endpointId))
}

/** The signature `v1` of Standard Webhooks. */
export function signWebhook(secret: string, message: { id: string; timestamp: number; body: string }): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  const { id, timestamp, body } = message
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}
