import { inTransaction, type Transaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { type Attempt, markWebhookAttempt } from '../../data/webhook-deliveries.ts'
import { disableWebhookEndpoint, noteEndpointFailure, noteEndpointSuccess } from '../../data/webhook-endpoints.ts'
import type { ClaimedDelivery } from '../../data/webhook-queue.ts'
import { toChange } from '../../domain/change.ts'
import { secondsToNextAttempt } from '../../domain/webhook-delivery.ts'
import type { DisabledReason } from '../../domain/webhook-endpoint.ts'
import type { WebhookRequest, WebhookResult } from '../../ports/webhook-sender.ts'
import type { WorkerContext } from '../context.ts'
import { openWebhookSecret, signWebhook } from './webhook-secret.ts'

/**
 * Makes one attempt of a claimed delivery and notes how it ended. If this worker dies before it has, the delivery is due
 * again when its lease ends, so the receiver may get it twice and never not at all.
 */
export async function sendWebhook(ctx: WorkerContext, delivery: ClaimedDelivery): Promise<void> {
  const request = toRequest(ctx, delivery, Math.floor(Date.now() / 1_000))
  const startedAt = performance.now()
  const result = await ctx.webhooks.post(request)
  const durationMs = Math.round(performance.now() - startedAt)
  await inTransaction(ctx.db, (tx) => noteAttempt(ctx, tx, delivery, { ...toAttempt(delivery, result), durationMs }))
}

/** Signed with each secret that the receiver may still check against. */
function toRequest({ vault }: WorkerContext, delivery: ClaimedDelivery, timestamp: number): WebhookRequest {
  const { endpoint, change, hasPreviousSecret } = delivery
  const message = { id: change.id, timestamp, body: JSON.stringify(toChange(change)) }
  const previous = hasPreviousSecret && endpoint.previousSecretSealed
  const sealed = [endpoint.secretSealed, ...(previous ? [previous] : [])]
  const signatures = sealed.map((secret) => signWebhook(openWebhookSecret(vault, endpoint.id, secret), message))
  const headers = {
    'webhook-id': message.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
  return { url: endpoint.url, headers, body: message.body }
}

function toAttempt({ attempts }: ClaimedDelivery, result: WebhookResult): Omit<Attempt, 'durationMs'> {
  const isAnswered = 'status' in result
  const statusCode = isAnswered ? result.status : null
  const answer = isAnswered ? result.text : null
  if (statusCode !== null && statusCode >= 200 && statusCode < 300)
    return { state: 'DELIVERED', fault: null, statusCode, answer, pauseSeconds: null }
  const retryAfterSeconds = isAnswered ? result.retryAfterSeconds : null
  const seconds =
    statusCode === 410 ? undefined : secondsToNextAttempt(attempts, { random: Math.random(), retryAfterSeconds })
  const fault = isAnswered ? 'ANSWER' : result.fault
  return {
    state: seconds === undefined ? 'FAILED' : 'PENDING',
    fault,
    statusCode,
    answer,
    pauseSeconds: seconds ?? null,
  }
}

async function noteAttempt(
  ctx: WorkerContext,
  tx: Transaction,
  delivery: ClaimedDelivery,
  attempt: Attempt,
): Promise<void> {
  const { endpoint } = delivery
  const { id, userId } = endpoint
  if (!(await markWebhookAttempt(tx, delivery, attempt))) return
  if (attempt.state === 'DELIVERED') return noteEndpointSuccess(tx, endpoint)
  const failure = await noteEndpointFailure(tx, endpoint)
  const reason: DisabledReason | undefined =
    attempt.statusCode === 410 ? 'GONE' : failure?.isFailingTooLong ? 'FAILING' : undefined
  if (!reason || !(await disableWebhookEndpoint(tx, endpoint, reason))) return
  const subject = { type: 'webhook_endpoint', id } as const
  const evidence = { reason, status: attempt.statusCode, fault: attempt.fault }
  await recordEvent(tx, { actor: ctx.actor, subject, userId, name: 'webhook_endpoint.disabled', evidence })
}
