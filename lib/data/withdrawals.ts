import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { withdrawalDestinations, withdrawals } from '#drizzle/schema/withdrawals.ts'
import type { WithdrawalState } from '#lib/domain/agent.ts'
import type { Database, Transaction } from './database.ts'

export type WithdrawalRow = typeof withdrawals.$inferSelect

/** Writes the intent. Throws a unique violation while another withdrawal of the agent is live. */
export async function insertWithdrawal(
  tx: Transaction,
  row: Pick<WithdrawalRow, 'agentId' | 'userId' | 'amount' | 'destination'>,
): Promise<WithdrawalRow> {
  const [made] = await tx.insert(withdrawals).values(row).returning()
  if (!made) throw new Error('an insert returns its row')
  return made
}

export async function findWithdrawal(db: Database, id: string): Promise<WithdrawalRow | undefined> {
  const [row] = await db.select().from(withdrawals).where(eq(withdrawals.id, id))
  return row
}

export async function findLiveWithdrawal(db: Database, agentId: string): Promise<WithdrawalRow | undefined> {
  const [row] = await db
    .select()
    .from(withdrawals)
    .where(and(eq(withdrawals.agentId, agentId), inArray(withdrawals.state, ['INTENT', 'SUBMITTED'])))
  return row
}

export function listWithdrawals(
  db: Database,
  filter: { agentId: string; before?: string; limit: number },
): Promise<WithdrawalRow[]> {
  return db
    .select()
    .from(withdrawals)
    .where(and(eq(withdrawals.agentId, filter.agentId), filter.before ? lt(withdrawals.id, filter.before) : undefined))
    .orderBy(desc(withdrawals.id))
    .limit(filter.limit)
}

/** Live withdrawals that nobody looked at for a while. */
export function listStaleWithdrawals(db: Database, seconds: number, limit: number): Promise<WithdrawalRow[]> {
  return db
    .select()
    .from(withdrawals)
    .where(
      and(
        inArray(withdrawals.state, ['INTENT', 'SUBMITTED']),
        sql`coalesce(${withdrawals.lookedAt}, ${withdrawals.createdAt}) < now() - make_interval(secs => ${seconds})`,
      ),
    )
    .orderBy(sql`${withdrawals.lookedAt} asc nulls first`)
    .limit(limit)
}

type WithdrawalFacts = Partial<
  Pick<
    typeof withdrawals.$inferInsert,
    | 'reconciling'
    | 'providerTransactionId'
    | 'providerState'
    | 'transactionHash'
    | 'blockNumber'
    | 'blockHash'
    | 'logIndex'
    | 'failureCode'
    | 'failureDetail'
  >
>

/** One guarded move, or a note when the state stays; undefined when the row has moved meanwhile. */
export async function moveWithdrawal(
  tx: Transaction,
  row: Pick<WithdrawalRow, 'id' | 'state'>,
  to: WithdrawalState,
  facts: WithdrawalFacts = {},
): Promise<WithdrawalRow | undefined> {
  const isEnd = to === 'CONFIRMED' || to === 'FAILED'
  const [moved] = await tx
    .update(withdrawals)
    .set({ ...facts, state: to, lookedAt: sql`now()`, ...(isEnd && { endedAt: sql`now()` }) })
    .where(and(eq(withdrawals.id, row.id), eq(withdrawals.state, row.state)))
    .returning()
  return moved
}

export async function sumWithdrawn(db: Database, agentId: string): Promise<bigint> {
  const [row] = await db
    .select({ sum: sql<string>`coalesce(sum(${withdrawals.amount}), 0)::text` })
    .from(withdrawals)
    .where(and(eq(withdrawals.agentId, agentId), eq(withdrawals.state, 'CONFIRMED')))
  return BigInt(row?.sum ?? 0)
}

/** Books an address; the answer says from when on it can be used, and whether that is now. */
export async function bookDestination(
  tx: Transaction,
  row: { userId: string; address: `0x${string}`; delaySeconds: number },
): Promise<{ usableAt: Date; isUsable: boolean; isNew: boolean }> {
  const made = await tx
    .insert(withdrawalDestinations)
    .values({
      userId: row.userId,
      address: row.address,
      usableAt: sql`now() + make_interval(secs => ${row.delaySeconds})`,
    })
    .onConflictDoNothing()
    .returning({ address: withdrawalDestinations.address })
  const [found] = await tx
    .select({
      usableAt: withdrawalDestinations.usableAt,
      // The insert may have waited for another transaction that began later than this one.
      isUsable: sql<boolean>`${withdrawalDestinations.usableAt} <= clock_timestamp()`,
    })
    .from(withdrawalDestinations)
    .where(and(eq(withdrawalDestinations.userId, row.userId), eq(withdrawalDestinations.address, row.address)))
  if (!found) throw new Error('the destination was booked')
  return { ...found, isNew: made.length > 0 }
}
