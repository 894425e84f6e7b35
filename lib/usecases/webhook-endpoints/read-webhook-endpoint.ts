import type { WebhookEndpointRow } from '../../data/webhook-endpoints.ts'
import type { Context } from '../context.ts'
import { requireWebhookEndpoint } from './require-webhook-endpoint.ts'

/** One of the account's webhook endpoints, without its secret. */
export async function readWebhookEndpoint(ctx: Context, input: { id: string }): Promise<WebhookEndpointRow> {
  const { endpoint } = await requireWebhookEndpoint(ctx, input.id)
  return endpoint
}
