import { inTransaction } from '../../data/database.ts'
import { lockFailedItems } from '../../data/queue-items.ts'
import type { Context } from '../context.ts'
import { recordOperation } from './record-operation.ts'

/** Has a failed item of a queue handled again, or with null every one; returns how many. Kept as an event. */
export async function retryItems(ctx: Context, id: string | null): Promise<number> {
  return inTransaction(ctx.db, async (tx) => {
    const failed = await lockFailedItems(tx, id)
    for (const [queue, items] of Map.groupBy(failed, (item) => item.queue))
      await ctx.queue.retry(
        tx,
        queue,
        items.map((item) => item.id),
      )
    const items = failed.slice(0, 100).map((item) => `${item.queue} ${item.id}`)
    if (failed.length > 0) await recordOperation(ctx, tx, 'items_retried', { count: failed.length, items })
    return failed.length
  })
}
