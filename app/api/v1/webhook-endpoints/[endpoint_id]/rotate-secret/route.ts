import { rotateWebhookSecretEndpoint } from '#lib/api/webhook-endpoints.ts'
import { handle } from '#lib/http/handle.ts'
import { toEndpointWithSecretReply } from '#lib/http/replies/webhook-reply.ts'
import { requireRecentSignIn } from '#lib/usecases/context.ts'
import { requireWebhookEndpoint } from '#lib/usecases/webhook-endpoints/require-webhook-endpoint.ts'
import { rotateWebhookSecret } from '#lib/usecases/webhook-endpoints/rotate-webhook-secret.ts'

export const POST = handle(
  rotateWebhookSecretEndpoint,
  async ({ ctx, params }) => toEndpointWithSecretReply(await rotateWebhookSecret(ctx, { id: params.endpoint_id })),
  async ({ ctx, params }, stored) => {
    const { user } = await requireWebhookEndpoint(ctx, params.endpoint_id)
    requireRecentSignIn(user)
    return stored
  },
)
