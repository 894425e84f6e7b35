import { inTransaction } from '../../data/database.ts'
import { queueWebhookDeliveries } from '../../data/webhook-queue.ts'
import type { WorkerContext } from '../context.ts'

/** Turns what happened since the last time into deliveries. */
export async function queueWebhooks({ db }: WorkerContext): Promise<void> {
  for (let isDone = false; !isDone; ) isDone = !(await inTransaction(db, queueWebhookDeliveries)).hasMore
}
