import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { deleteWebhookEndpoint } from '../../data/webhook-endpoints.ts'
import type { Context } from '../context.ts'
import { requireWebhookEndpoint } from './require-webhook-endpoint.ts'

/** Deletes an endpoint with its secret and its deliveries, those too that were not sent. */
export async function removeWebhookEndpoint(ctx: Context, input: { id: string }): Promise<void> {
  const { user, endpoint } = await requireWebhookEndpoint(ctx, input.id)
  await inTransaction(ctx.db, async (tx) => {
    if (!(await deleteWebhookEndpoint(tx, user.userId, endpoint.id))) return
    const subject = { type: 'webhook_endpoint', id: endpoint.id } as const
    await recordEvent(tx, { actor: user, subject, userId: user.userId, name: 'webhook_endpoint.deleted' })
  })
}
