import type { WebhookDeliveryRow } from '../../data/webhook-deliveries.ts'
import type { WebhookEndpointRow } from '../../data/webhook-endpoints.ts'
import { toChange } from '../../domain/change.ts'
import type { NotificationKind } from '../../domain/notification.ts'
import { endpointActions } from '../../domain/webhook-endpoint.ts'

export function toWebhookEndpointReply(row: WebhookEndpointRow) {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    events: row.kinds ?? ('all' as const),
    enabled: row.disabledReason === null,
    disabled_reason: row.disabledReason,
    failing_since: row.failingSince?.toISOString() ?? null,
    previous_secret_until: row.previousSecretUntil?.toISOString() ?? null,
    version: row.version,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    next_actions: endpointActions(row),
  }
}

export function toEndpointWithSecretReply({ endpoint, secret }: { endpoint: WebhookEndpointRow; secret: string }) {
  return { endpoint: toWebhookEndpointReply(endpoint), signing_secret: secret }
}

export function toWebhookDeliveryReply(row: WebhookDeliveryRow) {
  return {
    id: row.id,
    change: toChange(row.change),
    state: row.state,
    attempts: row.attempts,
    last_attempt_at: row.attemptedAt?.toISOString() ?? null,
    next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
    fault: row.fault,
    status_code: row.statusCode,
    duration_ms: row.durationMs,
    answer: row.answer,
  }
}

/** The kinds of a filter, each once; null for all changes. */
export function parseKinds(events: 'all' | NotificationKind[]): NotificationKind[] | null {
  return events === 'all' ? null : [...new Set(events)]
}
