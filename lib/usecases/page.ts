export type Page<Row> = { rows: Row[]; nextCursor: string | null }

/** Cuts a list that was read one row too far; the cursor names the list and the key of the last row kept. */
export function toPage<Row>(list: string, rows: Row[], limit: number, keyOf: (row: Row) => string): Page<Row> {
  const kept = rows.slice(0, limit)
  const last = kept.at(-1)
  return { rows: kept, nextCursor: rows.length > limit && last ? cursorOf(`${list}/${keyOf(last)}`) : null }
}

/** The key that a cursor stands for. */
export function keyOfCursor(cursor: string): string {
  return Buffer.from(cursor, 'base64url').toString('utf8')
}

/** The key in a cursor that this list gave; undefined for a cursor of another list or order, or of nobody’s. */
export function keyWithin(list: string, cursor: string): string | undefined {
  const text = keyOfCursor(cursor)
  return text.startsWith(`${list}/`) ? text.slice(list.length + 1) : undefined
}

/** The cursor that stands for a key. */
export function cursorOf(key: string): string {
  return Buffer.from(key).toString('base64url')
}
