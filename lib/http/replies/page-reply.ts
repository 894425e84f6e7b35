import { keyOfCursor, type Page } from '#lib/usecases/page.ts'
import { Failure } from '../../domain/failure.ts'

export function toPageReply<Row, Item>(
  page: Page<Row>,
  toItem: (row: Row) => Item,
): { data: Item[]; next_cursor: string | null } {
  return { data: page.rows.map(toItem), next_cursor: page.nextCursor }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The row id in a cursor of ours; a made-up cursor is refused. */
export function parseIdCursor(cursor: string | undefined): { before?: string } {
  return cursor === undefined ? {} : { before: checked(cursor, uuid) }
}

/** The decimal number in a cursor of ours. */
export function parseNumberCursor(cursor: string | undefined): { before?: bigint } {
  return cursor === undefined ? {} : { before: BigInt(checked(cursor, /^\d{1,78}$/)) }
}

function checked(cursor: string, pattern: RegExp): string {
  const key = keyOfCursor(cursor)
  if (pattern.test(key)) return key
  throw new Failure('invalid_request', 'That cursor was not given by this list.', {
    errors: [{ pointer: '/cursor', message: 'unknown cursor' }],
  })
}
