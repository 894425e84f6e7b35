import { delivery, webhookEndpoint } from '../../api/webhook-endpoints.ts'
import type { WebhookDeliveryRow } from '../../data/webhook-deliveries.ts'
import type { WebhookEndpointRow } from '../../data/webhook-endpoints.ts'
import { toChange } from '../../domain/change.ts'
import type { NotificationKind } from '../../domain/notification.ts'
import { endpointActions } from '../../domain/webhook-endpoint.ts'
import { toWire } from '../to-wire.ts'

export function toWebhookEndpointReply(row: WebhookEndpointRow) {
  return toWire(webhookEndpoint, {
    ...row,
    events: row.kinds ?? 'all',
    enabled: row.disabledReason === null,
    nextActions: endpointActions(row),
  })
}

export function toEndpointWithSecretReply({ endpoint, secret }: { endpoint: WebhookEndpointRow; secret: string }) {
  return { endpoint: toWebhookEndpointReply(endpoint), signing_secret: secret }
}

export function toWebhookDeliveryReply({ change, ...row }: WebhookDeliveryRow) {
  const { attemptedAt: lastAttemptAt } = row
  return toWire(delivery, { ...row, change: toChange(change), lastAttemptAt })
}

/** The kinds of a filter, each once; null for all changes. */
export function parseKinds(events: 'all' | NotificationKind[]): NotificationKind[] | null {
  return events === 'all' ? null : [...new Set(events)]
}
