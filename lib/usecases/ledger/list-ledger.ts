import { type LogPosition, listMovements } from '../../data/ledger-movements.ts'
import { listUnmovedTransactions } from '../../data/ledger-transactions.ts'
import { type LedgerGroup, mergeNewest } from '../../domain/ledger.ts'
import { type Context, requireCapability } from '../context.ts'
import { filteredList, type Page, toPage } from '../page.ts'
import { describeRows, type LedgerEntry } from './describe-rows.ts'
import { findAccount, type LedgerAccount } from './find-account.ts'
import type { LedgerRow } from './ledger-row.ts'

/** The last transfer and the last other call that were read; none where a list has not been touched yet. */
export type LedgerPosition = { transfer?: LogPosition | undefined; transactionId?: string | undefined }
type Query = { group: LedgerGroup | undefined; after: LedgerPosition; limit: number }

/** The list of a filter, under whose name its cursors stand. */
export function ledgerList({ group }: Pick<Query, 'group'>): string {
  return filteredList('ledger', { group })
}

/** A page of what moved the money of the client's wallet and of the calls prepared for it, newest first. */
export async function listLedger(ctx: Context, query: Query): Promise<Page<LedgerEntry>> {
  const { userId } = requireCapability(ctx, 'client')
  const account = await findAccount(ctx, userId)
  const rows = await readRows(ctx, account, { ...query, limit: query.limit + 1 })
  const { rows: shown, nextCursor } = toPage(ledgerList(query), rows, query.limit, ({ position }) => keyOf(position))
  return { rows: await describeRows(ctx, account, shown), nextCursor }
}

const rowsPerBatch = 200

/** Every row of the filter, read from the database as it is asked for. */
export async function* exportLedger(ctx: Context, { group }: Pick<Query, 'group'>): AsyncGenerator<LedgerEntry[]> {
  const { userId } = requireCapability(ctx, 'client')
  const account = await findAccount(ctx, userId)
  let after: LedgerPosition = {}
  for (;;) {
    const rows = await readRows(ctx, account, { group, after, limit: rowsPerBatch })
    const last = rows.at(-1)
    if (!last) return
    yield await describeRows(ctx, account, rows)
    after = last.position
  }
}

async function readRows(
  ctx: Context,
  account: LedgerAccount,
  { group, after, limit }: Query,
): Promise<(LedgerRow & { position: LedgerPosition })[]> {
  const { wallet } = account
  const needAttention = group === 'attention'
  const areMovements = group === 'in' || group === 'out'
  const [transfers, transactions] = await Promise.all([
    wallet && !needAttention ? listMovements(ctx.db, { wallet, group, after: after.transfer, limit }) : [],
    areMovements ? [] : listUnmovedTransactions(ctx.db, account, { needAttention, before: after.transactionId, limit }),
  ])
  const rows: LedgerRow[] = mergeNewest(
    transfers.map((transfer) => ({ at: transfer.minedAt, transfer })),
    transactions.map((transaction) => ({ at: transaction.createdAt, transaction })),
    limit,
  )
  let position = after
  return rows.map((row) => {
    position =
      'transfer' in row ? { ...position, transfer: row.transfer } : { ...position, transactionId: row.transaction.id }
    return { ...row, position }
  })
}

function keyOf({ transfer, transactionId }: LedgerPosition): string {
  const log = transfer ? `${transfer.blockNumber}-${transfer.logIndex}` : ''
  return `${log}/${transactionId ?? ''}`
}
