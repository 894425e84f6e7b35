import { receiveGithubWebhookEndpoint } from '#lib/api/webhooks.ts'
import { verifyGithubDelivery } from '#lib/http/github-signature.ts'
import { handle } from '#lib/http/handle.ts'
import { receiveDelivery } from '#lib/usecases/webhooks/receive-delivery.ts'

export const POST = handle(receiveGithubWebhookEndpoint, async ({ ctx, request, bytes }) => {
  const { duplicate } = await receiveDelivery(ctx, verifyGithubDelivery(request, bytes))
  return { accepted: true as const, duplicate }
})
