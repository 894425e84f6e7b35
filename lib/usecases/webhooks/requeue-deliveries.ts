import { inTransaction } from '../../data/database.ts'
import { listForgottenDeliveries } from '../../data/webhook-inbox.ts'
import type { Context } from '../context.ts'

/** Queues every stored delivery again that waits for more than a minute without queued work; processing may repeat. */
export async function requeueDeliveries(ctx: Context): Promise<number> {
  const waiting = await listForgottenDeliveries(ctx.db, 60, 200)
  await inTransaction(ctx.db, async (tx) => {
    for (const { id, account } of waiting)
      await ctx.queue.add(tx, { queue: 'process-webhook', data: { deliveryRowId: id } }, { account })
  })
  return waiting.length
}
