import type { SQLInputValue } from 'node:sqlite'
import { all, type Database, one } from './database.ts'

export type Condition = { sql: string; values: SQLInputValue[] }
export type PageRequest = { size: number; order: 'ASC' | 'DESC'; after?: string; before?: string }
export type Page<Row> = { rows: Row[]; hasNext: boolean; hasPrevious: boolean }

type Table = 'wallet' | 'wallet_set' | 'challenge' | 'wallet_transaction'

/** One page of a table's rows in the order of their creation; undefined when the cursor names no row of the list. */
export function findPage<Row>(
  db: Database,
  table: Table,
  conditions: Condition[],
  request: PageRequest,
): Page<Row> | undefined {
  const cursorId = request.after ?? request.before
  const cursor = cursorId === undefined ? undefined : findCursor(db, table, conditions[0], cursorId)
  if (cursorId !== undefined && cursor === undefined) return undefined

  const backwards = request.before !== undefined
  const ascending = (request.order === 'ASC') !== backwards
  const beyond = cursor === undefined ? [] : [{ sql: `sequence ${ascending ? '>' : '<'} ?`, values: [cursor] }]
  const { where, values } = join([...conditions, ...beyond])
  const sql = `SELECT * FROM ${table} WHERE ${where} ORDER BY sequence ${ascending ? 'ASC' : 'DESC'} LIMIT ?`
  const found = all<Row>(db, sql, ...values, request.size + 1)
  const hasMore = found.length > request.size
  const rows = found.slice(0, request.size)
  return backwards
    ? { rows: rows.reverse(), hasNext: true, hasPrevious: hasMore }
    : { rows, hasNext: hasMore, hasPrevious: cursor !== undefined }
}

/** A condition on the time of creation, in milliseconds. */
export function createdBetween(from: number | undefined, to: number | undefined): Condition[] {
  return [
    ...(from === undefined ? [] : [{ sql: 'created_at >= ?', values: [from] }]),
    ...(to === undefined ? [] : [{ sql: 'created_at <= ?', values: [to] }]),
  ]
}

function findCursor(db: Database, table: Table, scope: Condition | undefined, id: string): number | undefined {
  const { where, values } = join([...(scope ? [scope] : []), { sql: 'id = ?', values: [id] }])
  return one<{ sequence: number }>(db, `SELECT sequence FROM ${table} WHERE ${where}`, ...values)?.sequence
}

function join(conditions: Condition[]): { where: string; values: SQLInputValue[] } {
  return {
    where: conditions.map(({ sql }) => `(${sql})`).join(' AND ') || '1 = 1',
    values: conditions.flatMap(({ values }) => values),
  }
}
