import { receiveWalletWebhookEndpoint } from '#lib/api/webhooks.ts'
import { verifyWalletDelivery } from '#lib/http/circle-signature.ts'
import { handle } from '#lib/http/handle.ts'
import { receiveDelivery } from '#lib/usecases/webhooks/receive-delivery.ts'

export const POST = handle(receiveWalletWebhookEndpoint, async ({ ctx, request, bytes }) => {
  const { duplicate } = await receiveDelivery(ctx, await verifyWalletDelivery(request, bytes))
  return { accepted: true as const, duplicate }
})

/** The provider checks the address with HEAD before it delivers. */
export const HEAD = async () => new Response(null, { status: 200 })
