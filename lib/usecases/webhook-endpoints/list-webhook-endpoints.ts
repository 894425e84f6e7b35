import { listWebhookEndpoints as listRows, type WebhookEndpointRow } from '../../data/webhook-endpoints.ts'
import { type Context, requireUser } from '../context.ts'

/** The webhook endpoints of the account, the oldest first. */
export function listWebhookEndpoints(ctx: Context): Promise<WebhookEndpointRow[]> {
  return listRows(ctx.db, requireUser(ctx).userId)
}
