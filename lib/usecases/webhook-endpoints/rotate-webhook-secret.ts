import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { rotateWebhookSecret as rotateSecret, type WebhookEndpointRow } from '../../data/webhook-endpoints.ts'
import { type Context, requireRecentSignIn } from '../context.ts'
import { requireWebhookEndpoint, staleEndpoint } from './require-webhook-endpoint.ts'
import { newWebhookSecret, sealWebhookSecret } from './webhook-secret.ts'

/**
 * Gives the endpoint another secret. The one before signs besides for 24 hours; a second rotation within them ends it at
 * once.
 */
export async function rotateWebhookSecret(
  ctx: Context,
  input: { id: string },
): Promise<{ endpoint: WebhookEndpointRow; secret: string }> {
  const { user, endpoint } = await requireWebhookEndpoint(ctx, input.id)
  requireRecentSignIn(user)
  const secret = newWebhookSecret()
  const sealed = sealWebhookSecret(ctx.vault, endpoint.id, secret)
  const rotated = await inTransaction(ctx.db, async (tx) => {
    const row = await rotateSecret(tx, endpoint, sealed)
    if (!row) throw staleEndpoint('stale_version', endpoint.id)
    const subject = { type: 'webhook_endpoint', id: endpoint.id } as const
    await recordEvent(tx, { actor: user, subject, userId: user.userId, name: 'webhook_endpoint.secret_rotated' })
    return row
  })
  return { endpoint: rotated, secret }
}
