import { inTransaction } from '../../data/database.ts'
import { listLateEvents } from '../../data/late-events.ts'
import type { Context } from '../context.ts'
import { sweepRows } from '../sweep-rows.ts'
import { confirmByEvent } from './confirm-by-event.ts'

const batch = 50

/**
 * Confirms fundings, cancellations and refunds that were booked as ended though their final event had its effect, so
 * that the books say what the chain says. New events do this when they arrive; this repairs what an older version left.
 */
export async function adoptLateEvents(ctx: Context): Promise<void> {
  await sweepRows(await listLateEvents(ctx.db, batch), {
    nameOf: ({ event }) => event.transactionHash,
    handle: ({ target, event }) => inTransaction(ctx.db, (tx) => confirmByEvent(ctx, tx, target, event)),
  })
}
