import { testWebhookEndpointEndpoint } from '#lib/api/webhook-endpoints.ts'
import { handle } from '#lib/http/handle.ts'
import { toWebhookDeliveryReply } from '#lib/http/replies/webhook-reply.ts'
import { testWebhookEndpoint } from '#lib/usecases/webhook-endpoints/test-webhook-endpoint.ts'

export const POST = handle(testWebhookEndpointEndpoint, async ({ ctx, params }) =>
  toWebhookDeliveryReply(await testWebhookEndpoint(ctx, { id: params.endpoint_id })),
)
