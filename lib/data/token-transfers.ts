import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { agents } from '#drizzle/schema/agents.ts'
import { tokenTransfers, transferMarks } from '#drizzle/schema/token-transfers.ts'
import { wallets } from '#drizzle/schema/wallets.ts'
import type { Address } from '../ports/chain.ts'
import type { Database, Transaction } from './database.ts'

export type TransferRow = typeof tokenTransfers.$inferSelect
export type TransferMark = typeof transferMarks.$inferSelect

/** Wallets of clients and agents whose transfers are not recorded yet. */
export async function listUnmarkedWallets(db: Database, limit: number): Promise<Address[]> {
  const rows = await db.execute<{ address: Address }>(sql`
    select address from (
      select ${wallets.address} as address from ${wallets}
      union select ${agents.walletAddress} from ${agents} where ${agents.walletAddress} is not null
    ) known
    where not exists (select 1 from ${transferMarks} where ${transferMarks.address} = known.address) limit ${limit}`)
  return rows.map(({ address }) => address)
}

/** Marks of accounts above `above`, by address. */
export function listMarks(db: Database, above: Address | null, limit: number): Promise<TransferMark[]> {
  return db
    .select()
    .from(transferMarks)
    .where(above === null ? undefined : gt(transferMarks.address, above))
    .orderBy(asc(transferMarks.address))
    .limit(limit)
}

export function listMarksOf(db: Database, addresses: readonly Address[]): Promise<TransferMark[]> {
  return db
    .select()
    .from(transferMarks)
    .where(inArray(transferMarks.address, [...addresses]))
}

export async function insertMark(tx: Transaction, mark: TransferMark): Promise<void> {
  await tx.insert(transferMarks).values(mark).onConflictDoNothing()
}

/** A transfer between two recorded accounts is read with each of them. */
export async function saveTransfers(tx: Transaction, rows: readonly TransferRow[]): Promise<void> {
  if (rows.length > 0)
    await tx
      .insert(tokenTransfers)
      .values([...rows])
      .onConflictDoNothing()
}

/** By how much the recorded transfers up to that block changed what the account holds since its mark began. */
export async function sumChanges(db: Database, { address, fromBlock }: TransferMark, upTo: bigint): Promise<bigint> {
  const [row] = await db.execute<{ sum: string }>(sql`
    select coalesce(sum(case when to_address = ${address} then amount else 0 end
      - case when from_address = ${address} then amount else 0 end), 0)::text as sum
    from ${tokenTransfers} where block_number > ${fromBlock} and block_number <= ${upTo}
      and (to_address = ${address} or from_address = ${address})`)
  return BigInt(row?.sum ?? 0)
}

/** Forgets the transfers above a block, so that they are read again; what each account held there follows from the others. */
export async function rewindTransfers(tx: Transaction, block: bigint): Promise<void> {
  await tx.delete(tokenTransfers).where(gt(tokenTransfers.blockNumber, block))
  await tx.execute(sql`
    update ${transferMarks} m set through_block = greatest(m.from_block, ${block}), balance = m.opening_balance + coalesce((
      select sum(case when t.to_address = m.address then t.amount else 0 end
        - case when t.from_address = m.address then t.amount else 0 end)
      from ${tokenTransfers} t where t.block_number > m.from_block and m.address in (t.from_address, t.to_address)), 0)
    where m.through_block > ${block}`)
}

/** Moves the mark on; false when it is not where `from` saw it. */
export async function moveMark(
  tx: Transaction,
  from: TransferMark,
  to: Pick<TransferMark, 'throughBlock' | 'balance'> & { openingBalance?: bigint },
): Promise<boolean> {
  const rows = await tx
    .update(transferMarks)
    .set(to)
    .where(and(eq(transferMarks.address, from.address), eq(transferMarks.throughBlock, from.throughBlock)))
    .returning({ address: transferMarks.address })
  return rows.length > 0
}
