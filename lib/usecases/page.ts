export type Page<Row> = { rows: Row[]; nextCursor: string | null }

/** Cuts a list that was read one row too far; the cursor is the key of the last row kept. */
export function toPage<Row>(rows: Row[], limit: number, keyOf: (row: Row) => string): Page<Row> {
  const kept = rows.slice(0, limit)
  const last = kept.at(-1)
  return { rows: kept, nextCursor: rows.length > limit && last ? cursorOf(keyOf(last)) : null }
}

/** The key that a cursor stands for. */
export function keyOfCursor(cursor: string): string {
  return Buffer.from(cursor, 'base64url').toString('utf8')
}

/** The cursor that stands for a key. */
export function cursorOf(key: string): string {
  return Buffer.from(key).toString('base64url')
}
