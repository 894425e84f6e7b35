import type { LedgerPosition } from '../../usecases/ledger/list-ledger.ts'
import { keyWithin, type Page, refuseCursor } from '../../usecases/page.ts'

export function toPageReply<Row, Item>(
  page: Page<Row>,
  toItem: (row: Row) => Item,
): { data: Item[]; next_cursor: string | null } {
  return { data: page.rows.map(toItem), next_cursor: page.nextCursor }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The row id in a cursor of ours; a made-up one, and one of another list, is refused. */
export function parseIdCursor(list: string, cursor: string | undefined): { before?: string } {
  return cursor === undefined ? {} : { before: checked(list, cursor, uuid) }
}

/** The position and number in a cursor of ours. */
export function parsePositionCursor(
  list: string,
  cursor: string | undefined,
): { position: bigint; id: bigint } | undefined {
  if (cursor === undefined) return undefined
  const [position = '', id = ''] = checked(list, cursor, /^-?\d{1,78}\/\d{1,78}$/).split('/')
  return { position: BigInt(position), id: BigInt(id) }
}

/** The rank and row id in a cursor of ours. */
export function parseRankCursor(list: string, cursor: string | undefined): { after?: { rank: number; id: string } } {
  if (cursor === undefined) return {}
  const [rank = '', id = ''] = checked(list, cursor, /^\d\/[0-9a-f-]{36}$/).split('/')
  if (!uuid.test(id)) throw refuseCursor()
  return { after: { rank: Number(rank), id } }
}

const ledgerKey = /^(?:(\d{1,18})-(\d{1,9}))?\/([0-9a-f-]{36})?$/

/** The transfer and the other call in a cursor of ours. */
export function parseLedgerCursor(list: string, cursor: string | undefined): LedgerPosition {
  if (cursor === undefined) return {}
  const [, block, log, id] = ledgerKey.exec(checked(list, cursor, ledgerKey)) ?? []
  if (id !== undefined && !uuid.test(id)) throw refuseCursor()
  return {
    ...(block !== undefined && { transfer: { blockNumber: BigInt(block), logIndex: Number(log) } }),
    ...(id !== undefined && { transactionId: id }),
  }
}

function checked(list: string, cursor: string, pattern: RegExp): string {
  const key = keyWithin(list, cursor)
  if (key !== undefined && pattern.test(key)) return key
  throw refuseCursor()
}
