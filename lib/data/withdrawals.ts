import { and, desc, eq, gt, inArray, isNotNull, lt, or, sql } from 'drizzle-orm'
import { withdrawalDestinations, withdrawals } from '#drizzle/schema/withdrawals.ts'
import { liveWithdrawalStates, type WithdrawalState } from '../domain/agent.ts'
import type { Database, Transaction } from './database.ts'
import { onlyRow } from './only-row.ts'

export type WithdrawalRow = typeof withdrawals.$inferSelect

/** Writes the intent. Throws a unique violation while another withdrawal of the agent is live, and for a request made before. */
export async function insertWithdrawal(
  tx: Transaction,
  row: Pick<WithdrawalRow, 'agentId' | 'userId' | 'amount' | 'destination' | 'searchFrom' | 'requestKey'>,
): Promise<WithdrawalRow> {
  return onlyRow(await tx.insert(withdrawals).values(row).returning())
}

export async function findWithdrawal(db: Database, id: string): Promise<WithdrawalRow | undefined> {
  const [row] = await db.select().from(withdrawals).where(eq(withdrawals.id, id))
  return row
}

/** What the request of this key made, ended or not. */
export async function findWithdrawalByRequest(
  db: Database,
  userId: string,
  requestKey: string,
): Promise<WithdrawalRow | undefined> {
  const [row] = await db
    .select()
    .from(withdrawals)
    .where(and(eq(withdrawals.userId, userId), eq(withdrawals.requestKey, requestKey)))
  return row
}

export async function findLiveWithdrawal(db: Database, agentId: string): Promise<WithdrawalRow | undefined> {
  const [row] = await db
    .select()
    .from(withdrawals)
    .where(and(eq(withdrawals.agentId, agentId), inArray(withdrawals.state, [...liveWithdrawalStates])))
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

/** Longer than a request to the provider lasts, so that its answer is recorded before another is sent. */
const askAgainSeconds = 30

/** Nobody may be asking the provider to send it at this moment. */
const isFreeToAsk = sql`not (${withdrawals.state} = 'INTENT' and ${withdrawals.reconciling}
  and ${withdrawals.lookedAt} > clock_timestamp() - make_interval(secs => ${askAgainSeconds}))`

/** Live withdrawals that nobody looked at for a while. */
export function listStaleWithdrawals(db: Database, seconds: number, limit: number): Promise<WithdrawalRow[]> {
  return db
    .select()
    .from(withdrawals)
    .where(
      and(
        inArray(withdrawals.state, [...liveWithdrawalStates]),
        sql`coalesce(${withdrawals.lookedAt}, ${withdrawals.createdAt}) < now() - make_interval(secs => ${seconds})`,
        isFreeToAsk,
      ),
    )
    .orderBy(sql`${withdrawals.lookedAt} asc nulls first`)
    .limit(limit)
}

const isUnplaced = and(eq(withdrawals.state, 'CONFIRMED'), eq(withdrawals.reconciling, true))

/** Confirmed withdrawals whose block the chain rewrote, that nobody looked for in five seconds. */
export function listUnplacedWithdrawals(db: Database, limit: number): Promise<WithdrawalRow[]> {
  return db
    .select()
    .from(withdrawals)
    .where(and(isUnplaced, sql`${withdrawals.lookedAt} < now() - interval '5 seconds'`))
    .orderBy(withdrawals.lookedAt)
    .limit(limit)
}

/** Has the transfers of withdrawals that were confirmed above this block looked for again, and those of live ones from it on. */
export async function markUnplaced(tx: Transaction, block: bigint): Promise<void> {
  const searchFrom = sql`least(${withdrawals.searchFrom}, ${block.toString()}::bigint + 1)`
  await tx
    .update(withdrawals)
    .set({ reconciling: true, searchFrom })
    .where(and(eq(withdrawals.state, 'CONFIRMED'), gt(withdrawals.blockNumber, block)))
  await tx
    .update(withdrawals)
    .set({ searchFrom })
    .where(and(inArray(withdrawals.state, [...liveWithdrawalStates]), gt(withdrawals.searchFrom, block + 1n)))
}

/**
 * Withdrawals that failed this week whose transaction is known, and was not looked for in ten minutes; in one where an
 * operator ended it.
 */
export function listFailedWithTransaction(db: Database, limit: number): Promise<WithdrawalRow[]> {
  return db
    .select()
    .from(withdrawals)
    .where(
      and(
        eq(withdrawals.state, 'FAILED'),
        isNotNull(withdrawals.transactionHash),
        sql`${withdrawals.endedAt} > now() - interval '7 days'`,
        sql`coalesce(${withdrawals.lookedAt}, ${withdrawals.createdAt}) < now() - case ${withdrawals.failureCode}
          when 'resolved_by_operator' then interval '1 minute' else interval '10 minutes' end`,
      ),
    )
    .orderBy(withdrawals.lookedAt)
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
    | 'searchFrom'
    | 'failureCode'
    | 'failureDetail'
  >
>

/**
 * One guarded move, or a note when the state stays; undefined when the row has moved since. An intent fails only for who
 * looked at it last: another caller may be sending it.
 */
export async function moveWithdrawal(
  tx: Transaction,
  row: Pick<WithdrawalRow, 'id' | 'state' | 'lookedAt'>,
  to: WithdrawalState,
  facts: WithdrawalFacts = {},
): Promise<WithdrawalRow | undefined> {
  const isEnd = to === 'CONFIRMED' || to === 'FAILED'
  const [moved] = await tx
    .update(withdrawals)
    .set({ ...facts, state: to, lookedAt: sql`now()`, ...(isEnd && to !== row.state && { endedAt: sql`now()` }) })
    .where(
      and(
        eq(withdrawals.id, row.id),
        eq(withdrawals.state, row.state),
        row.state === 'INTENT' && to === 'FAILED' ? isLookedAtAsIn(row) : undefined,
      ),
    )
    .returning()
  return moved
}

type Looked = Pick<WithdrawalRow, 'id' | 'lookedAt'>

/** A Date holds milliseconds. */
const isLookedAtAsIn = ({ lookedAt }: Looked) =>
  sql`date_trunc('milliseconds', ${withdrawals.lookedAt}) is not distinct from ${lookedAt?.toISOString() ?? null}::timestamptz`

/**
 * Takes the turn to ask the provider, for the one caller that saw the row as it is; the intent is in doubt from then on.
 * Undefined for every other caller, and while an earlier caller may still be asking.
 */
export async function claimIntent(tx: Transaction, row: Looked): Promise<WithdrawalRow | undefined> {
  const [claimed] = await tx
    .update(withdrawals)
    .set({ reconciling: true, lookedAt: sql`clock_timestamp()` })
    .where(and(eq(withdrawals.id, row.id), eq(withdrawals.state, 'INTENT'), isLookedAtAsIn(row), isFreeToAsk))
    .returning()
  return claimed
}

/** Id and state of the agent's newest withdrawal; another answer means that its wallet may hold less than before. */
export async function readWithdrawalMark(db: Database, agentId: string): Promise<string> {
  const [row] = await listWithdrawals(db, { agentId, limit: 1 })
  return row ? `${row.id} ${row.state}` : ''
}

/** Whether that transfer of the token is what confirmed a withdrawal, other than `except`. */
export async function isCredited(
  db: Database,
  { transactionHash, logIndex }: { transactionHash: `0x${string}`; logIndex: number },
  except?: WithdrawalRow,
): Promise<boolean> {
  const rows = await db
    .select({ id: withdrawals.id })
    .from(withdrawals)
    .where(and(eq(withdrawals.transactionHash, transactionHash), eq(withdrawals.logIndex, logIndex)))
  return rows.some(({ id }) => id !== except?.id)
}

/** Confirmed by a transfer that the chain has taken back. */
const isVanished = and(isUnplaced, isNotNull(withdrawals.failureCode))
const isDoubtful = or(eq(withdrawals.state, 'IN_DOUBT'), isVanished)

export function listDoubtfulWithdrawals(db: Database, limit: number): Promise<WithdrawalRow[]> {
  return db.select().from(withdrawals).where(isDoubtful).orderBy(withdrawals.createdAt).limit(limit)
}

export async function countDoubtfulWithdrawals(db: Database): Promise<number> {
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(withdrawals).where(isDoubtful)
  return row?.count ?? 0
}

/** What has left the agent's wallet, as far as the chain still has it. */
export async function sumWithdrawn(db: Database, agentId: string): Promise<bigint> {
  const [row] = await db
    .select({ sum: sql<string>`coalesce(sum(${withdrawals.amount}), 0)::text` })
    .from(withdrawals)
    .where(and(eq(withdrawals.agentId, agentId), eq(withdrawals.state, 'CONFIRMED'), sql`(${isVanished}) is not true`))
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
