import { listWebhookDeliveriesEndpoint } from '#lib/api/webhook-endpoints.ts'
import { handle } from '#lib/http/handle.ts'
import { parseIdCursor, toPageReply } from '#lib/http/replies/page-reply.ts'
import { toWebhookDeliveryReply } from '#lib/http/replies/webhook-reply.ts'
import { deliveriesOf, listWebhookDeliveries } from '#lib/usecases/webhook-endpoints/list-webhook-deliveries.ts'

export const GET = handle(listWebhookDeliveriesEndpoint, async ({ ctx, params, query }) => {
  const filter = { endpointId: params.endpoint_id, states: query.state }
  const position = parseIdCursor(deliveriesOf(filter), query.cursor)
  return toPageReply(
    await listWebhookDeliveries(ctx, { ...filter, ...position, limit: query.limit }),
    toWebhookDeliveryReply,
  )
})
