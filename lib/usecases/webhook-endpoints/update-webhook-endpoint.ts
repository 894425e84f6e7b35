import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { changeWebhookEndpoint, type WebhookEndpointRow } from '../../data/webhook-endpoints.ts'
import type { NotificationKind } from '../../domain/notification.ts'
import { type Context, requireRecentSignIn } from '../context.ts'
import { requireWebhookEndpoint, staleEndpoint } from './require-webhook-endpoint.ts'

export type WebhookEndpointChange = {
  id: string
  change: { url?: string; description?: string; kinds?: NotificationKind[] | null; isEnabled?: boolean }
  version?: number
  /** From If-Match; a stale one is a failed precondition. */
  ifMatch: number | 'any' | null
}

/**
 * Changes what is named. An endpoint that is enabled again is sent what happens from then on. Another URL needs a recent
 * sign-in, as a new endpoint does: everything is sent there from then on.
 */
export async function updateWebhookEndpoint(ctx: Context, input: WebhookEndpointChange): Promise<WebhookEndpointRow> {
  const { user, endpoint } = await requireWebhookEndpoint(ctx, input.id)
  const expected = input.ifMatch ?? input.version ?? 'any'
  const staleCode = input.ifMatch === null ? 'stale_version' : 'precondition_failed'
  if (expected !== 'any' && expected !== endpoint.version) throw staleEndpoint(staleCode, endpoint.id)
  const change = { ...input.change, ...(await parsedUrl(ctx, input.change)) }
  const isMoved = change.url !== undefined && change.url !== endpoint.url
  if (isMoved) requireRecentSignIn(user)
  return inTransaction(ctx.db, async (tx) => {
    const changed = await changeWebhookEndpoint(tx, endpoint, change)
    if (!changed) throw staleEndpoint('stale_version', endpoint.id)
    const subject = { type: 'webhook_endpoint', id: endpoint.id } as const
    const evidence = { fields: Object.keys(change), version: changed.version }
    const name = isMoved ? 'webhook_endpoint.moved' : 'webhook_endpoint.changed'
    await recordEvent(tx, { actor: user, subject, userId: user.userId, name, evidence })
    return changed
  })
}

async function parsedUrl(ctx: Context, { url }: { url?: string }): Promise<{ url?: string }> {
  if (url === undefined) return {}
  const parsed = ctx.webhooks.parseUrl(url)
  await ctx.webhooks.requirePublic(parsed)
  return { url: parsed }
}
