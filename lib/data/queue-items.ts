import { sql } from 'drizzle-orm'
import type { QueueName } from '../ports/queue.ts'
import type { Database } from './database.ts'

/** `error` is the name of what the last attempt failed with; an item's data are ids alone. */
export type QueueItem = {
  id: string
  queue: QueueName
  state: string
  attempts: number
  createdAt: Date
  data: Record<string, string>
  error: string | null
}

const columns = sql.raw(`b.id, b.name as queue, b.state::text as state, b.retry_count as attempts,
  b.created_on::text as "createdAt", b.data, b.output->>'message' as error`)

/** Items that wait, run or have failed, the failed ones first and the oldest of each before the others. */
export async function listQueueItems(db: Database, limit: number): Promise<QueueItem[]> {
  const rows = await db.execute(sql`select ${columns} from pgboss.job b where b.state not in ('completed', 'cancelled')
    order by b.state <> 'failed', b.name, b.created_on, b.id limit ${limit}`)
  return rows.map(toItem)
}

/** One failed item, or with null every one; they stay as they are for as long as the transaction lasts. */
export async function lockFailedItems(db: Database, id: string | null): Promise<QueueItem[]> {
  const isThis = id === null ? sql`` : sql`and b.id = ${id}`
  const rows = await db.execute(sql`select ${columns} from pgboss.job b where b.state = 'failed' ${isThis}
    order by b.id for update`)
  return rows.map(toItem)
}

function toItem(row: Record<string, unknown>): QueueItem {
  return { ...(row as QueueItem), createdAt: new Date(String(row.createdAt)) }
}
