import {
  deleteWebhookEndpointEndpoint,
  getWebhookEndpointEndpoint,
  updateWebhookEndpointEndpoint,
} from '#lib/api/webhook-endpoints.ts'
import { handle } from '#lib/http/handle.ts'
import { readIfMatch, versionTag } from '#lib/http/if-match.ts'
import { parseKinds, toWebhookEndpointReply } from '#lib/http/replies/webhook-reply.ts'
import { readWebhookEndpoint } from '#lib/usecases/webhook-endpoints/read-webhook-endpoint.ts'
import { removeWebhookEndpoint } from '#lib/usecases/webhook-endpoints/remove-webhook-endpoint.ts'
import { updateWebhookEndpoint } from '#lib/usecases/webhook-endpoints/update-webhook-endpoint.ts'

export const GET = handle(getWebhookEndpointEndpoint, async ({ ctx, params, headers }) => {
  const reply = toWebhookEndpointReply(await readWebhookEndpoint(ctx, { id: params.endpoint_id }))
  headers.set('etag', versionTag(reply.version, reply))
  return reply
})

export const PATCH = handle(updateWebhookEndpointEndpoint, async ({ ctx, params, body, request, headers }) => {
  const { url, description, events, enabled, version } = body
  const row = await updateWebhookEndpoint(ctx, {
    id: params.endpoint_id,
    change: {
      ...(url !== undefined && { url }),
      ...(description !== undefined && { description }),
      ...(events !== undefined && { kinds: parseKinds(events) }),
      ...(enabled !== undefined && { isEnabled: enabled }),
    },
    ...(version !== undefined && { version }),
    ifMatch: readIfMatch(request),
  })
  const reply = toWebhookEndpointReply(row)
  headers.set('etag', versionTag(reply.version, reply))
  return reply
})

export const DELETE = handle(deleteWebhookEndpointEndpoint, async ({ ctx, params }) => {
  await removeWebhookEndpoint(ctx, { id: params.endpoint_id })
  return undefined
})
