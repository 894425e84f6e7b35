import type { Database } from '#lib/data/database.ts'
import { listQueueItems } from '#lib/data/queue-items.ts'
import type { Context } from '#lib/usecases/context.ts'
import { retryItems } from '#lib/usecases/operations/retry-items.ts'
import { toTable } from '../table.ts'
import { requireUuid } from './require-uuid.ts'

const shownMax = 500
const titles = ['id', 'queue', 'state', 'attempts', 'created', 'of', 'last error']

/** Every item that waits, runs or has failed. */
export async function queueTable(db: Database, isJson: boolean): Promise<string> {
  const items = await listQueueItems(db, shownMax)
  if (isJson) return JSON.stringify(items, null, 2)
  if (items.length === 0) return 'No item waits, runs or has failed.'
  return toTable(
    titles,
    items.map((item) => [
      item.id,
      item.queue,
      item.state,
      String(item.attempts),
      item.createdAt.toISOString(),
      Object.values(item.data ?? {}).join(' '),
      item.error ?? '',
    ]),
  )
}

/** Has one failed item, or all, handled again; throws when the id names none. */
export async function retryQueue(ctx: Context, id: string): Promise<string> {
  const count = await retryItems(ctx, id === 'all' ? null : requireUuid(id, 'an item'))
  if (count === 0 && id !== 'all') throw new Error(`${id} is no failed item: npm run admin -- queue list`)
  return `${count} queued again.`
}
