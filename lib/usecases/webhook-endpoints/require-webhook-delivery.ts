import { findWebhookDelivery, type WebhookDeliveryRow } from '../../data/webhook-deliveries.ts'
import { Failure } from '../../domain/failure.ts'
import type { Context } from '../context.ts'

/** A delivery of the account's own endpoint, or `not_found`. */
export async function requireWebhookDelivery(
  ctx: Context,
  own: { userId: string; endpointId: string; id: string },
): Promise<WebhookDeliveryRow> {
  const delivery = await findWebhookDelivery(ctx.db, own)
  if (!delivery) throw new Failure('not_found', 'There is no such delivery.')
  return delivery
}
