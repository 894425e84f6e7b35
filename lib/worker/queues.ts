import type { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { QueueName } from '../ports/queue.ts'

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
    ...{ pollingIntervalSeconds: 0.5, batchSize: perAccount, burstWhenBatchFull: true, perJobResults: true },
    ...{ localConcurrency: fetchers, groupConcurrency: perAccount },
  } as const
  await boss.work<Data, unknown, typeof options>(queue, options, (jobs) =>
    Promise.all(
      jobs.map(async ({ id, data }) => {
        try {
          await handle(data)
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
