import type { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { QueueName } from '../ports/queue.ts'
import { type Carried, traced } from '../tracing/spans.ts'

/** How many items of one account are handled at a time, by all workers together; and how many one worker fetches. */
const perAccount = 8
/** How many fetch at a time, so that one at work for a busy account leaves another for everybody else. */
const fetchers = 2

/**
 * Handles the items of a queue, several at once and each on its own: one that fails is repeated later and takes none of
 * the others along. While there is more work the next items are fetched at once.
 */
export async function consume<Data extends object>(
  boss: PgBoss,
  log: Logger,
  queue: QueueName,
  handle: (data: Data) => Promise<unknown>,
): Promise<void> {
  const options = {
    pollingIntervalSeconds: 0.5,
    notifyPollingIntervalSeconds: 2,
    batchSize: perAccount,
    burstWhenBatchFull: true,
    perJobResults: true,
    localConcurrency: fetchers,
    groupConcurrency: perAccount,
  } as const
  await boss.work<Data & Carried, unknown, typeof options>(queue, options, (jobs) =>
    Promise.all(
      jobs.map(async ({ id, data }) => {
        const { traceparent, ...own } = data
        const carried = traceparent ? { traceparent } : {}
        const attributes = { 'messaging.destination.name': queue, 'messaging.message.id': id }
        try {
          // The rest of the item is what was sent.
          await traced(queue, {
            kind: 'consumer',
            attributes,
            carried,
            work: async () => handle(own as unknown as Data),
          })
          return { id, status: 'completed' as const }
        } catch (error) {
          log.warn({ err: error, queue, item: id }, 'an item of a queue failed')
          return { id, status: 'failed' as const, output: { message: nameOf(error) } }
        }
      }),
    ),
  )
}

/** What the queue keeps of an error; its message may hold anything. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error
}
