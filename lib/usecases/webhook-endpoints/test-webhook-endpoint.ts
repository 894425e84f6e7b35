import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { insertWebhookDelivery, type WebhookDeliveryRow } from '../../data/webhook-deliveries.ts'
import type { Context } from '../context.ts'
import { requireWebhookDelivery } from './require-webhook-delivery.ts'
import { assertEnabled, requireWebhookEndpoint } from './require-webhook-endpoint.ts'

/** Sends an event about the endpoint itself to it, whatever its filter says. */
export async function testWebhookEndpoint(ctx: Context, input: { id: string }): Promise<WebhookDeliveryRow> {
  const { user, endpoint } = await requireWebhookEndpoint(ctx, input.id)
  assertEnabled(endpoint)
  const own = { userId: user.userId, endpointId: endpoint.id }
  const { id } = await inTransaction(ctx.db, async (tx) => {
    const subject = { type: 'webhook_endpoint', id: endpoint.id } as const
    const change = { actor: user, subject, userId: user.userId, name: 'webhook_endpoint.tested' as const }
    return insertWebhookDelivery(tx, { ...own, eventId: await recordEvent(tx, change) })
  })
  return requireWebhookDelivery(ctx, { ...own, id })
}
