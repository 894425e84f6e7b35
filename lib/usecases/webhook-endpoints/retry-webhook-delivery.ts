import { inTransaction } from '../../data/database.ts'
import { replayWebhookDelivery, type WebhookDeliveryRow } from '../../data/webhook-deliveries.ts'
import type { Context } from '../context.ts'
import { requireWebhookDelivery } from './require-webhook-delivery.ts'
import { assertEnabled, requireWebhookEndpoint } from './require-webhook-endpoint.ts'

/** Makes the next attempt of a delivery now, also of one that succeeded or was given up. */
export async function retryWebhookDelivery(
  ctx: Context,
  input: { endpointId: string; id: string },
): Promise<WebhookDeliveryRow> {
  const { user, endpoint } = await requireWebhookEndpoint(ctx, input.endpointId)
  const own = { userId: user.userId, endpointId: endpoint.id, id: input.id }
  await requireWebhookDelivery(ctx, own)
  assertEnabled(endpoint)
  // Ignored because an attempt that is being made now is what was asked for.
  await inTransaction(ctx.db, (tx) => replayWebhookDelivery(tx, own))
  return requireWebhookDelivery(ctx, own)
}
