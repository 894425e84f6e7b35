import { inTransaction } from '#lib/data/database.ts'
import { reviveDeadLetters } from '#lib/data/webhook-inbox.ts'
import type { Services } from '../context.ts'

/** Gives one dead letter, or with null every one, ten more attempts from now on; returns how many there were. */
export async function retryDeadLetters(ctx: Pick<Services, 'db' | 'queue'>, id: string | null): Promise<number> {
  return inTransaction(ctx.db, async (tx) => {
    const revived = await reviveDeadLetters(tx, id)
    for (const { id: deliveryRowId, account } of revived)
      await ctx.queue.add(tx, { queue: 'process-webhook', data: { deliveryRowId } }, { account })
    return revived.length
  })
}
