import { randomUUID } from 'node:crypto'
import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { insertWebhookEndpoint, type WebhookEndpointRow } from '../../data/webhook-endpoints.ts'
import { Failure } from '../../domain/failure.ts'
import type { NotificationKind } from '../../domain/notification.ts'
import { at, step } from '../../domain/step.ts'
import { endpointsMax } from '../../domain/webhook-endpoint.ts'
import { type Context, requireRecentSignIn, requireUser } from '../context.ts'
import { newWebhookSecret, sealWebhookSecret } from './webhook-secret.ts'

export type NewWebhookEndpoint = { url: string; description: string; kinds: NotificationKind[] | null }

/** An endpoint with its secret, which only this returns and a rotation. */
export async function createWebhookEndpoint(
  ctx: Context,
  input: NewWebhookEndpoint,
): Promise<{ endpoint: WebhookEndpointRow; secret: string }> {
  const user = requireUser(ctx)
  requireRecentSignIn(user)
  const url = ctx.webhooks.parseUrl(input.url)
  await ctx.webhooks.requirePublic(url)
  const id = randomUUID()
  const secret = newWebhookSecret()
  const secretSealed = sealWebhookSecret(ctx.vault, id, secret)
  const { description, kinds } = input
  const endpoint = await inTransaction(ctx.db, async (tx) => {
    const made = await insertWebhookEndpoint(
      tx,
      { id, userId: user.userId, url, description, kinds, secretSealed },
      endpointsMax,
    )
    if (!made) throw tooMany()
    const subject = { type: 'webhook_endpoint', id } as const
    await recordEvent(tx, { actor: user, subject, userId: user.userId, name: 'webhook_endpoint.created' })
    return made
  })
  return { endpoint, secret }
}

function tooMany(): Failure {
  return new Failure('state_conflict', `An account has at most ${endpointsMax} webhook endpoints.`, {
    nextActions: [step('anyone', 'read_list', 'Change or delete one of them.', at('listWebhookEndpoints'))],
  })
}
