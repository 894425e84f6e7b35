import { findWebhookEndpoint, type WebhookEndpointRow } from '../../data/webhook-endpoints.ts'
import { Failure } from '../../domain/failure.ts'
import { at, step } from '../../domain/step.ts'
import { enableAction } from '../../domain/webhook-endpoint.ts'
import { type Context, requireUser, type UserActor } from '../context.ts'

/** The account's own endpoint, or `not_found`. */
export async function requireWebhookEndpoint(
  ctx: Context,
  id: string,
): Promise<{ user: UserActor; endpoint: WebhookEndpointRow }> {
  const user = requireUser(ctx)
  const endpoint = await findWebhookEndpoint(ctx.db, user.userId, id)
  if (!endpoint) throw new Failure('not_found', 'There is no such webhook endpoint.')
  return { user, endpoint }
}

/** Refuses to send to an endpoint that is disabled. */
export function assertEnabled({ id, disabledReason }: WebhookEndpointRow): void {
  if (disabledReason === null) return
  throw new Failure('state_conflict', 'This endpoint is disabled, so nothing is sent to it.', {
    nextActions: [enableAction(id, 'Enable it first.')],
  })
}

/** The refusal of a change to another version than the one now. */
export function staleEndpoint(code: 'stale_version' | 'precondition_failed', id: string): Failure {
  return new Failure(code, 'The endpoint has changed since you read it.', {
    nextActions: [
      step(
        'anyone',
        'read_endpoint',
        'Read the endpoint and apply the change again.',
        at('getWebhookEndpoint', { endpoint_id: id }),
      ),
    ],
  })
}
