import { and, asc, desc, eq, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { agents } from '#drizzle/schema/agents.ts'
import { tokenTransfers, transferMarks } from '#drizzle/schema/token-transfers.ts'
import { walletMarks, walletOutflows, withdrawals } from '#drizzle/schema/withdrawals.ts'
import type { Address, Hash } from '../ports/chain.ts'
import type { Database, Transaction } from './database.ts'

export type WalletMark = typeof walletMarks.$inferSelect
export type OutflowRow = typeof walletOutflows.$inferSelect
export type AgentWallet = { agentId: string; address: Address }

/** The wallets of agents, by address; `above` is the last one of the page before. */
export async function listAgentWallets(db: Database, above: Address | null, limit: number): Promise<AgentWallet[]> {
  const rows = await db
    .select({ agentId: agents.id, address: agents.walletAddress })
    .from(agents)
    .where(and(isNotNull(agents.walletAddress), above === null ? undefined : gt(agents.walletAddress, above)))
    .orderBy(asc(agents.walletAddress))
    .limit(limit)
  return rows.flatMap(({ agentId, address }) => (address === null ? [] : [{ agentId, address }]))
}

export async function findMark(db: Database, address: Address): Promise<WalletMark | undefined> {
  const [row] = await db.select().from(walletMarks).where(eq(walletMarks.address, address))
  return row
}

export async function saveMark(tx: Transaction, mark: WalletMark): Promise<void> {
  await tx.insert(walletMarks).values(mark).onConflictDoUpdate({ target: walletMarks.address, set: mark })
}

/**
 * Has such wallets compared again from this block on: what each held there follows from its recorded transfers, so they must
 * not be forgotten yet. A wallet whose transfers are recorded from a later block on is compared from there.
 */
export async function rewindMarks(tx: Transaction, block: bigint): Promise<void> {
  const from = sql`greatest(t.from_block, ${block.toString()}::bigint)`
  await tx.execute(sql`
    update ${walletMarks} m set block_number = ${from}, balance = greatest(0, m.balance - coalesce((
      select sum(case when moved.to_address = m.address then moved.amount else 0 end
        - case when moved.from_address = m.address then moved.amount else 0 end)
      from ${tokenTransfers} moved where moved.block_number > ${from} and moved.block_number <= m.block_number
        and m.address in (moved.from_address, moved.to_address)), 0))
    from ${transferMarks} t
    where t.address = m.address and m.block_number > ${from} and t.through_block >= m.block_number`)
}

export type RecordedTransfer = { transactionHash: Hash; logIndex: number; amount: bigint }

/** The withdrawals that transfers in blocks after `from`, up to `to`, confirmed. */
export async function listConfirmedBetween(
  db: Database,
  agentId: string,
  from: bigint,
  to: bigint,
): Promise<RecordedTransfer[]> {
  const { transactionHash, logIndex, amount, blockNumber } = withdrawals
  const rows = await db
    .select({ transactionHash, logIndex, amount })
    .from(withdrawals)
    .where(
      and(
        eq(withdrawals.agentId, agentId),
        eq(withdrawals.state, 'CONFIRMED'),
        gt(blockNumber, from),
        lte(blockNumber, to),
      ),
    )
  return rows.flatMap((row) =>
    row.transactionHash === null || row.logIndex === null
      ? []
      : [{ transactionHash: row.transactionHash, logIndex: row.logIndex, amount: row.amount }],
  )
}

/** The row, for the one caller that found it first. */
export async function insertOutflow(
  tx: Transaction,
  row: Omit<typeof walletOutflows.$inferInsert, 'id' | 'foundAt'>,
): Promise<OutflowRow | undefined> {
  const [made] = await tx.insert(walletOutflows).values(row).onConflictDoNothing().returning()
  return made
}

/** Whether a withdrawal that has not ended is about to send, or has sent, just this. */
export async function isUnderWay(db: Database, { agentId, destination, amount }: OutflowRow): Promise<boolean> {
  if (agentId === null || destination === null) return false
  const [row] = await db
    .select({ id: withdrawals.id })
    .from(withdrawals)
    .where(
      and(
        eq(withdrawals.agentId, agentId),
        isNull(withdrawals.endedAt),
        eq(withdrawals.destination, destination),
        eq(withdrawals.amount, amount),
      ),
    )
    .limit(1)
  return row !== undefined
}

/** The newest of what was found within a week, and that no withdrawal explains: neither a confirmed one nor one that is under way. */
export function listUnexplainedOutflows(db: Database, limit: number): Promise<OutflowRow[]> {
  return db
    .select()
    .from(walletOutflows)
    .where(
      sql`${walletOutflows.foundAt} > now() - interval '7 days' and not exists (select 1 from ${withdrawals}
        where (${withdrawals.transactionHash} = ${walletOutflows.transactionHash} and ${withdrawals.logIndex} = ${walletOutflows.logIndex})
          or (${withdrawals.agentId} = ${walletOutflows.agentId} and ${withdrawals.endedAt} is null
            and ${withdrawals.destination} = ${walletOutflows.destination} and ${withdrawals.amount} = ${walletOutflows.amount}))`,
    )
    .orderBy(desc(walletOutflows.foundAt))
    .limit(limit)
}
