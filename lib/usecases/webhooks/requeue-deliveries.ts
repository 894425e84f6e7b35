import { inTransaction } from '#lib/data/database.ts'
import { listWaitingDeliveries } from '#lib/data/webhook-inbox.ts'
import type { Context } from '../context.ts'

/** Queues every stored delivery that waits for more than a minute again; processing is safe to repeat. */
export async function requeueDeliveries(ctx: Context): Promise<number> {
  const waiting = await listWaitingDeliveries(ctx.db, 60, 200)
  await inTransaction(ctx.db, async (tx) => {
    for (const { id } of waiting) await ctx.queue.add(tx, { queue: 'process-webhook', data: { deliveryRowId: id } })
  })
  return waiting.length
}
