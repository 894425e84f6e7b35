import { createWebhookEndpointEndpoint, listWebhookEndpointsEndpoint } from '#lib/api/webhook-endpoints.ts'
import { handle } from '#lib/http/handle.ts'
import { versionTag } from '#lib/http/if-match.ts'
import { parseKinds, toEndpointWithSecretReply, toWebhookEndpointReply } from '#lib/http/replies/webhook-reply.ts'
import { requireRecentSignIn, requireUser } from '#lib/usecases/context.ts'
import { createWebhookEndpoint } from '#lib/usecases/webhook-endpoints/create-webhook-endpoint.ts'
import { listWebhookEndpoints } from '#lib/usecases/webhook-endpoints/list-webhook-endpoints.ts'
import { requireWebhookEndpoint } from '#lib/usecases/webhook-endpoints/require-webhook-endpoint.ts'

export const GET = handle(listWebhookEndpointsEndpoint, async ({ ctx }) => ({
  data: (await listWebhookEndpoints(ctx)).map(toWebhookEndpointReply),
}))

export const POST = handle(
  createWebhookEndpointEndpoint,
  async ({ ctx, body, headers }) => {
    const { url, description = '', events = 'all' } = body
    const reply = toEndpointWithSecretReply(
      await createWebhookEndpoint(ctx, { url, description, kinds: parseKinds(events) }),
    )
    headers.set('etag', versionTag(reply.endpoint.version, reply.endpoint))
    headers.set('location', `/api/v1/webhook-endpoints/${reply.endpoint.id}/`)
    return reply
  },
  async ({ ctx }, stored) => {
    requireRecentSignIn(requireUser(ctx))
    await requireWebhookEndpoint(ctx, stored.endpoint.id)
    return stored
  },
)
