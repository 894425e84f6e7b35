import { createHash } from 'node:crypto'
import { Failure } from '../domain/failure.ts'

export type Page<Row> = { rows: Row[]; nextCursor: string | null }

/** Cuts a list that was read one row too far; the cursor names the list and the key of the last row kept. */
export function toPage<Row>(list: string, rows: Row[], limit: number, keyOf: (row: Row) => string): Page<Row> {
  const kept = rows.slice(0, limit)
  const last = kept.at(-1)
  return { rows: kept, nextCursor: rows.length > limit && last ? cursorOf(list, keyOf(last)) : null }
}

/** The cursor that stands for a key within a list. */
export function cursorOf(list: string, key: string): string {
  return Buffer.from(`${list}/${key}`).toString('base64url')
}

/** The key in a cursor that this list gave; undefined for a made-up cursor and one of another list, order or filter. */
export function keyWithin(list: string, cursor: string): string | undefined {
  const text = Buffer.from(cursor, 'base64url').toString('utf8')
  return text.startsWith(`${list}/`) ? text.slice(list.length + 1) : undefined
}

/** The name of a list with a filter, which binds its cursors to that filter. Values in any order are the same filter. */
export function filteredList(name: string, filter: Readonly<Record<string, unknown>>): string {
  const isSet = (value: unknown) =>
    value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)
  const entries = Object.entries(filter)
    .filter(([, value]) => isSet(value))
    .map(([part, value]) => [part, Array.isArray(value) ? [...value].sort() : String(value)])
    .sort(([left], [right]) => (String(left) < String(right) ? -1 : 1))
  if (entries.length === 0) return name
  return `${name}:${createHash('sha256').update(JSON.stringify(entries)).digest('hex').slice(0, 16)}`
}

export function refuseCursor(): Failure {
  return new Failure('invalid_request', 'This list did not give that cursor for these filters.', {
    errors: [{ pointer: '/cursor', message: 'unknown cursor' }],
    nextActions: [
      {
        code: 'read_first_page',
        text: 'Send the same request without the cursor to start from the first page.',
        who: 'anyone',
        until: null,
      },
    ],
  })
}
