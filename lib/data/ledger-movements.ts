import { and, eq, gt, ne, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { tokenTransfers } from '#drizzle/schema/token-transfers.ts'
import type { LedgerGroup } from '../domain/ledger.ts'
import type { Address } from '../ports/chain.ts'
import type { Database } from './database.ts'
import type { TransferMark, TransferRow } from './token-transfers.ts'

/** A transfer's place in the chain's order. */
export type LogPosition = Pick<TransferRow, 'blockNumber' | 'logIndex'>

type MovementQuery = { wallet: Address; group: LedgerGroup | undefined; after?: LogPosition | undefined; limit: number }

const { blockNumber, logIndex, amount, from, to } = tokenTransfers

/** The recorded transfers that changed what a wallet holds, newest first, below the position. */
export function listMovements(db: Database, query: MovementQuery): Promise<TransferRow[]> {
  const { wallet, group, after, limit } = query
  const isAfter = after && sql`(${blockNumber}, ${logIndex}) < (${after.blockNumber}, ${after.logIndex})`
  // By name: a union sorts by the names of its columns.
  const newest = [sql`block_number desc`, sql`log_index desc`]
  // Each direction has its own index; together they would read every transfer of the wallet.
  const move = (own: typeof from | typeof to, other: typeof from | typeof to) =>
    db
      .select()
      .from(tokenTransfers)
      .where(and(eq(own, wallet), ne(other, wallet), gt(amount, 0n), isAfter))
      .orderBy(...newest)
      .limit(limit)
  const received = move(to, from)
  const sent = move(from, to)
  if (group === 'in') return received
  if (group === 'out') return sent
  return unionAll(received, sent)
    .orderBy(...newest)
    .limit(limit)
}

/**
 * What the wallet held after each transfer from `lowest` up, as far as its record is complete: computed back from the
 * balance that the token named after the last of them.
 */
export async function listBalances(
  db: Database,
  mark: TransferMark,
  lowest: bigint,
): Promise<(LogPosition & { balance: bigint })[]> {
  const { address, balance, fromBlock, throughBlock } = mark
  const isRecorded = sql`block_number >= ${lowest} and block_number > ${fromBlock} and block_number <= ${throughBlock}`
  const rows = await db.execute<{ block: string; log: number; balance: string }>(sql`
    select block_number::text as block, log_index as log, (${balance}::numeric - coalesce(sum(change) over (
      order by block_number desc, log_index desc rows between unbounded preceding and 1 preceding), 0))::text as balance
    from (
      select block_number, log_index, amount as change from ${tokenTransfers}
        where to_address = ${address} and from_address <> ${address} and ${isRecorded}
      union all select block_number, log_index, -amount from ${tokenTransfers}
        where from_address = ${address} and to_address <> ${address} and ${isRecorded}
    ) moved`)
  return rows.map((row) => ({ blockNumber: BigInt(row.block), logIndex: row.log, balance: BigInt(row.balance) }))
}

export type MovementSums = Record<'in' | 'out', { count: number; total: bigint }>

/** How many transfers came into the wallet and went out of it, and what they add up to. */
export async function sumMovements(db: Database, wallet: Address): Promise<MovementSums> {
  const sum = async (own: typeof from | typeof to, other: typeof from | typeof to) => {
    const [row] = await db
      .select({ count: sql<number>`count(*)::int`, total: sql<string>`coalesce(sum(${amount}), 0)::text` })
      .from(tokenTransfers)
      .where(and(eq(own, wallet), ne(other, wallet), gt(amount, 0n)))
    return { count: row?.count ?? 0, total: BigInt(row?.total ?? 0) }
  }
  const [received, sent] = await Promise.all([sum(to, from), sum(from, to)])
  return { in: received, out: sent }
}
