import { inTransaction } from '../../data/database.ts'
import { type ClaimedDelivery, claimWebhookDeliveries } from '../../data/webhook-queue.ts'
import type { WorkerContext } from '../context.ts'

/** Deliveries that this worker now has to send. */
export function claimWebhooks({ db }: WorkerContext, limit: number): Promise<ClaimedDelivery[]> {
  return inTransaction(db, (tx) => claimWebhookDeliveries(tx, limit))
}
