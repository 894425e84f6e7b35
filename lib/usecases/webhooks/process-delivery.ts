import { inTransaction } from '../../data/database.ts'
import {
  countDeliveryFailure,
  type DeliveryRow,
  findDelivery,
  markDeliveryProcessed,
} from '../../data/webhook-inbox.ts'
import { failureKinds, isFailure } from '../../domain/failure.ts'
import type { Context } from '../context.ts'
import { parseBody } from './parse-body.ts'
import { processGithubEvent } from './process-github-event.ts'
import { processWalletEvent } from './process-wallet-event.ts'

export type DeadLetter = Pick<DeliveryRow, 'id' | 'provider' | 'deliveryId' | 'eventType' | 'attempts'> & {
  lastError: string
}

const attemptsMax = 10
const pauseMaxSeconds = 3_600
const outagePauseSeconds = 60

/**
 * Acts on a stored delivery by reading the source again; what the body claims is only a hint. Safe to repeat. A failed
 * attempt is repeated after a pause that grows; the tenth makes the delivery a dead letter, which is returned. While the
 * source is down, failures count once a minute at most.
 */
export async function processDelivery(ctx: Context, input: { deliveryRowId: string }): Promise<DeadLetter | undefined> {
  const delivery = await findDelivery(ctx.db, input.deliveryRowId)
  if (!delivery || delivery.processedAt || delivery.deadAt) return undefined
  try {
    const process = delivery.provider === 'github' ? processGithubEvent : processWalletEvent
    await process(ctx, parseBody(delivery.body), delivery)
    await markDeliveryProcessed(ctx.db, delivery.id)
    return undefined
  } catch (error) {
    return repeatLater(ctx, delivery, error)
  }
}

async function repeatLater(ctx: Context, delivery: DeliveryRow, error: unknown): Promise<DeadLetter | undefined> {
  const isOutage = isFailure(error) && failureKinds[error.code].status === 503
  const lastError = isFailure(error) ? `${error.code}: ${error.message}` : `internal: ${nameOf(error)}`
  const isCounted = !isOutage || !isWithinAMinute(delivery.failedAt)
  return inTransaction(ctx.db, async (tx) => {
    const counted = isCounted
      ? await countDeliveryFailure(tx, { id: delivery.id, error: lastError, deathAt: attemptsMax })
      : delivery
    if (!counted) return undefined
    const { id, provider, deliveryId, eventType } = delivery
    if (counted.deadAt) return { id, provider, deliveryId, eventType, attempts: counted.attempts, lastError }
    const wanted = Math.max(pauseSeconds(counted.attempts), isOutage ? outagePauseSeconds : 0)
    const afterSeconds = Math.max(wanted, (isFailure(error) && error.retryAfterSeconds) || 0)
    const { account } = delivery
    await ctx.queue.add(tx, { queue: 'process-webhook', data: { deliveryRowId: id } }, { afterSeconds, account })
    return undefined
  })
}

/** What is shown of an unexpected error, whose message may hold anything. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error
}

function isWithinAMinute(time: Date | null): boolean {
  return time !== null && Date.now() - time.getTime() < 60_000
}

function pauseSeconds(attempts: number): number {
  return Math.min(3 ** Math.max(attempts, 1), pauseMaxSeconds)
}
