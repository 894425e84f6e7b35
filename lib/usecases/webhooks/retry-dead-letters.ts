import { inTransaction } from '../../data/database.ts'
import { reviveDeadLetters } from '../../data/webhook-inbox.ts'
import type { Context } from '../context.ts'
import { recordOperation } from '../operations/record-operation.ts'

/** Gives one dead letter, or with null every one, ten more attempts from now on; returns how many there were. Kept as an event. */
export async function retryDeadLetters(ctx: Context, id: string | null): Promise<number> {
  return inTransaction(ctx.db, async (tx) => {
    const revived = await reviveDeadLetters(tx, id)
    for (const { id: deliveryRowId, account } of revived)
      await ctx.queue.add(tx, { queue: 'process-webhook', data: { deliveryRowId } }, { account })
    const ids = revived.map((letter) => letter.id)
    if (ids.length > 0)
      await recordOperation(ctx, tx, 'dead_letters_retried', { count: ids.length, deliveries: ids.slice(0, 100) })
    return ids.length
  })
}
