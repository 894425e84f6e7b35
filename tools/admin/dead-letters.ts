import type { Database } from '#lib/data/database.ts'
import { type DeliveryRow, listDeadLetters } from '#lib/data/webhook-inbox.ts'
import type { Context } from '#lib/usecases/context.ts'
import { retryDeadLetters } from '#lib/usecases/webhooks/retry-dead-letters.ts'
import { toTable } from '../table.ts'
import { requireUuid } from './require-uuid.ts'

const shownMax = 500

/** Every dead letter as one line of a table. */
export async function deadLetterTable(db: Database): Promise<string> {
  const rows = await listDeadLetters(db, shownMax)
  if (rows.length === 0) return 'There are no dead letters.'
  return toTable(['id', 'provider', 'event', 'received', 'attempts', 'last error'], rows.map(toCells))
}

/** Has one dead letter, or all, tried again; throws when the id names none. */
export async function retry(ctx: Context, id: string): Promise<string> {
  const count = await retryDeadLetters(ctx, id === 'all' ? null : requireUuid(id, 'a dead letter'))
  if (count === 0 && id !== 'all') throw new Error(`${id} is no dead letter`)
  return `${count} queued again.`
}

function toCells(row: DeliveryRow): string[] {
  const { id, provider, eventType, receivedAt, attempts, lastError } = row
  return [id, provider, eventType, receivedAt.toISOString(), String(attempts), lastError ?? '']
}
