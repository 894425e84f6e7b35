import { retryWebhookDeliveryEndpoint } from '#lib/api/webhook-endpoints.ts'
import { handle } from '#lib/http/handle.ts'
import { toWebhookDeliveryReply } from '#lib/http/replies/webhook-reply.ts'
import { retryWebhookDelivery } from '#lib/usecases/webhook-endpoints/retry-webhook-delivery.ts'

export const POST = handle(retryWebhookDeliveryEndpoint, async ({ ctx, params }) =>
  toWebhookDeliveryReply(await retryWebhookDelivery(ctx, { endpointId: params.endpoint_id, id: params.delivery_id })),
)
