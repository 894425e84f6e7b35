import { type DeliveryRow, findDelivery, markDeliveryProcessed, noteDeliveryError } from '#lib/data/webhook-inbox.ts'
import { isFailure } from '#lib/domain/failure.ts'
import type { Context } from '../context.ts'
import { processGithubEvent } from './process-github-event.ts'
import { processWalletEvent } from './process-wallet-event.ts'

/** Acts on a stored delivery by reading the source again; what the body claims is only a hint. Safe to repeat. */
export async function processDelivery(ctx: Context, input: { deliveryRowId: string }): Promise<void> {
  const delivery = await findDelivery(ctx.db, input.deliveryRowId)
  if (!delivery || delivery.processedAt) return
  try {
    const process = delivery.provider === 'github' ? processGithubEvent : processWalletEvent
    await process(ctx, parseBody(delivery))
    await markDeliveryProcessed(ctx.db, delivery.id)
  } catch (error) {
    await noteDeliveryError(ctx.db, delivery.id, isFailure(error) ? error.code : 'internal')
    throw error
  }
}

function parseBody(delivery: DeliveryRow): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(Buffer.from(delivery.body).toString('utf8'))
    return typeof body === 'object' && body !== null ? { ...body } : {}
  } catch {
    return {}
  }
}
