import {
  type DeliveryQuery,
  listWebhookDeliveries as listRows,
  type WebhookDeliveryRow,
} from '../../data/webhook-deliveries.ts'
import type { Context } from '../context.ts'
import { filteredList, type Page, toPage } from '../page.ts'
import { requireWebhookEndpoint } from './require-webhook-endpoint.ts'

type Filter = { endpointId: string } & Pick<DeliveryQuery, 'states'>

/** The list of these deliveries, under whose name its cursors stand. */
export function deliveriesOf({ endpointId, states }: Filter): string {
  return filteredList(`webhook-deliveries/${endpointId}`, { states })
}

/** What was sent to an endpoint, or will be, newest first. */
export async function listWebhookDeliveries(
  ctx: Context,
  query: Filter & DeliveryQuery,
): Promise<Page<WebhookDeliveryRow>> {
  const { user, endpoint } = await requireWebhookEndpoint(ctx, query.endpointId)
  const rows = await listRows(ctx.db, user.userId, endpoint.id, { ...query, limit: query.limit + 1 })
  return toPage(deliveriesOf(query), rows, query.limit, ({ id }) => id)
}
