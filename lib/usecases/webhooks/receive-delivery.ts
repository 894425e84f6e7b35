import { createHash } from 'node:crypto'
import { inTransaction } from '../../data/database.ts'
import { insertDelivery } from '../../data/webhook-inbox.ts'
import { isStorable } from '../../domain/storable.ts'
import type { Context } from '../context.ts'
import { accountOf, parseBody } from './parse-body.ts'

export type Delivery = { provider: 'github' | 'wallet'; deliveryId: string; eventType: string; body: Uint8Array }

/**
 * Stores a verified delivery and queues its processing, together; a repeated id is acknowledged without effect, and so is
 * one that the database cannot hold.
 */
export async function receiveDelivery(ctx: Context, delivery: Delivery): Promise<{ duplicate: boolean }> {
  if (!isStorable([delivery.deliveryId, delivery.eventType])) return { duplicate: false }
  const bodySha256 = createHash('sha256').update(delivery.body).digest()
  const account = accountOf(delivery.provider, parseBody(delivery.body))
  return inTransaction(ctx.db, async (tx) => {
    const made = await insertDelivery(tx, { ...delivery, account, bodySha256 })
    if (made) await ctx.queue.add(tx, { queue: 'process-webhook', data: { deliveryRowId: made.id } }, { account })
    return { duplicate: made === undefined }
  })
}
