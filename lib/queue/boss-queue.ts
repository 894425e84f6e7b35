import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { Transaction } from '../data/database.ts'
import type { Queue, QueueName } from '../ports/queue.ts'
import { carry } from '../tracing/spans.ts'

/** Every queue with its retry policy; a worker that dies is noticed by its missing heartbeat. */
const queues: Record<
  QueueName,
  { retryLimit: number; retryDelay: number; retryBackoff: boolean; heartbeatSeconds: number }
> = {
  'reconcile-transaction': { retryLimit: 3, retryDelay: 2, retryBackoff: true, heartbeatSeconds: 30 },
  'register-owner': { retryLimit: 10, retryDelay: 2, retryBackoff: true, heartbeatSeconds: 30 },
  'provision-agent': { retryLimit: 3, retryDelay: 2, retryBackoff: true, heartbeatSeconds: 30 },
  'advance-job': { retryLimit: 3, retryDelay: 2, retryBackoff: true, heartbeatSeconds: 30 },
  'apply-payee': { retryLimit: 3, retryDelay: 2, retryBackoff: true, heartbeatSeconds: 30 },
  'follow-withdrawal': { retryLimit: 3, retryDelay: 2, retryBackoff: true, heartbeatSeconds: 30 },
  'publish-result': { retryLimit: 3, retryDelay: 2, retryBackoff: true, heartbeatSeconds: 120 },
  'process-webhook': { retryLimit: 8, retryDelay: 2, retryBackoff: true, heartbeatSeconds: 30 },
}

/**
 * Whether each new item wakes the workers, so that they seldom need to look. Transactions that notify commit one after
 * the other in the whole database, which deliveries of webhooks are too many for.
 */
const wakesWorkers = (queue: string) => queue !== 'process-webhook'

/** Sends through the caller's transaction; it never opens a connection itself. */
export function createQueue(): Queue<Transaction> {
  // One that has sent to a queue knows it, and no longer reads about it first.
  const senders = new Map<QueueName, PgBoss>()
  const senderTo = (queue: QueueName, db: ReturnType<typeof fromDrizzle>) =>
    senders.get(queue) ?? new PgBoss({ db, migrate: false, supervise: false, schedule: false })
  return {
    async retry(tx, queue, ids) {
      const db = fromDrizzle(tx, sql)
      await senderTo(queue, db).retry(queue, [...ids], { db })
    },
    async add(tx, task, options = {}) {
      const db = fromDrizzle(tx, sql)
      const boss = senderTo(task.queue, db)
      await boss.send(
        task.queue,
        { ...task.data, ...carry() },
        {
          ...queues[task.queue],
          db,
          ...(options.afterSeconds && { startAfter: options.afterSeconds }),
          ...(options.account && { group: { id: options.account } }),
        },
      )
      senders.set(task.queue, boss)
    },
  }
}

/** Creates the queue tables and every queue, and brings the queues of an older release up to date. */
export async function prepareQueues(connectionString: string): Promise<void> {
  const boss = new PgBoss({ connectionString, max: 2, supervise: false, schedule: false })
  boss.on('error', () => undefined)
  await boss.start()
  try {
    for (const [name, options] of Object.entries(queues)) {
      const wanted = { ...options, notify: wakesWorkers(name) }
      if (await boss.getQueue(name)) await boss.updateQueue(name, wanted)
      else await boss.createQueue(name, wanted)
    }
  } finally {
    await boss.stop({ graceful: false })
  }
}
