import { and, asc, desc, eq, getTableColumns, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { fundingSnapshots } from '#drizzle/schema/drafts.ts'
import { chainLogs, jobs } from '#drizzle/schema/jobs.ts'
import { transactions } from '#drizzle/schema/transactions.ts'
import { wallets } from '#drizzle/schema/wallets.ts'
import { endEvents, type JobActionPurpose } from '../domain/job.ts'
import {
  clientPurposes,
  liveTransactionStates,
  mayMove,
  patienceOf,
  type TransactionPurpose,
  type TransactionState,
} from '../domain/transaction.ts'
import type { Database, Transaction } from './database.ts'
import { onlyRow } from './only-row.ts'

export type TransactionRow = typeof transactions.$inferSelect
export type NewTransaction = typeof transactions.$inferInsert
/**
 * With the last second of the chain's clock in which its snapshot can be funded, and the job that a funding created; null
 * where it has none.
 */
export type TransactionView = TransactionRow & { fundBy: bigint | null; fundedJobId: bigint | null }

/** Transactions with what their snapshot and the job that they funded add. */
export const viewTransactions = (db: Database) =>
  db
    .select({
      ...getTableColumns(transactions),
      fundBy: fundingSnapshots.fundBy,
      fundedJobId: jobs.onchainJobId,
    })
    .from(transactions)
    .leftJoin(fundingSnapshots, eq(fundingSnapshots.id, transactions.snapshotId))
    .leftJoin(
      jobs,
      and(
        eq(jobs.snapshotId, transactions.snapshotId),
        eq(jobs.transactionHash, transactions.transactionHash),
        eq(transactions.purpose, 'FUNDING'),
      ),
    )

/** Which transactions are a person's to see: in lists, one by one, and in what happened to them. */
export const isShown = inArray(transactions.purpose, [...clientPurposes])

/** Writes the intent. Throws a unique violation when another live transaction stands in its way. */
export async function insertTransaction(tx: Transaction, row: NewTransaction): Promise<TransactionRow> {
  return onlyRow(await tx.insert(transactions).values(row).returning())
}

export async function findTransaction(db: Database, id: string, userId?: string): Promise<TransactionView | undefined> {
  const owner = userId ? and(eq(transactions.userId, userId), isShown) : undefined
  const [row] = await viewTransactions(db).where(and(eq(transactions.id, id), owner))
  return row
}

type LiveQuery = {
  purpose: TransactionPurpose
  userId?: string
  draftId?: string
  walletId?: string
  onchainJobId?: bigint
}

/** The live transaction of that purpose and subject; constraints allow one. */
export async function findLiveTransaction(db: Database, query: LiveQuery): Promise<TransactionRow | undefined> {
  const conditions: (SQL | undefined)[] = [
    eq(transactions.purpose, query.purpose),
    inArray(transactions.state, [...liveTransactionStates]),
    query.userId ? eq(transactions.userId, query.userId) : undefined,
    query.draftId ? eq(transactions.draftId, query.draftId) : undefined,
    query.walletId ? eq(transactions.walletId, query.walletId) : undefined,
    query.onchainJobId !== undefined ? eq(transactions.onchainJobId, query.onchainJobId) : undefined,
  ]
  const [row] = await db
    .select()
    .from(transactions)
    .where(and(...conditions))
  return row
}

/** A live transaction of the draft, if any. */
export async function findLiveTransactionOfDraft(db: Database, draftId: string): Promise<TransactionRow | undefined> {
  const [row] = await db
    .select()
    .from(transactions)
    .where(and(eq(transactions.draftId, draftId), inArray(transactions.state, [...liveTransactionStates])))
    .limit(1)
  return row
}

export type TransactionFilter = {
  userId: string
  draftId?: string
  purpose?: TransactionPurpose
  before?: string
  limit: number
}

/** Newest first; internal purposes are left out. */
export function listTransactions(db: Database, filter: TransactionFilter): Promise<TransactionView[]> {
  return viewTransactions(db)
    .where(
      and(
        eq(transactions.userId, filter.userId),
        isShown,
        filter.draftId ? eq(transactions.draftId, filter.draftId) : undefined,
        filter.purpose ? eq(transactions.purpose, filter.purpose) : undefined,
        filter.before ? lt(transactions.id, filter.before) : undefined,
      ),
    )
    .orderBy(desc(transactions.id))
    .limit(filter.limit)
}

const patience = sql.join(
  liveTransactionStates.map((state) => sql`when ${state} then ${sql.raw(String(patienceOf(state)))}`),
  sql` `,
)

/** Live transactions whose next look is due: what the chain decides first, then the longest unseen. */
export function listDueTransactions(db: Database, limit: number): Promise<TransactionRow[]> {
  return db
    .select()
    .from(transactions)
    .where(
      and(
        inArray(transactions.state, [...liveTransactionStates]),
        sql`coalesce(${transactions.lookedAt}, ${transactions.createdAt}) < now() - make_interval(secs => case ${transactions.state} ${patience} end)`,
      ),
    )
    .orderBy(sql`${transactions.state} in ('BROADCAST', 'CONFIRMING') desc, ${transactions.lookedAt} asc nulls first`)
    .limit(limit)
}

/** Claims the next look at the provider; false when another worker looked within `seconds`. */
export async function claimLook(tx: Transaction, id: string, seconds: number): Promise<boolean> {
  const rows = await tx
    .update(transactions)
    .set({ lookedAt: sql`now()` })
    .where(
      and(
        eq(transactions.id, id),
        sql`(${transactions.lookedAt} is null or ${transactions.lookedAt} <= now() - make_interval(secs => ${seconds}))`,
      ),
    )
    .returning({ id: transactions.id })
  return rows.length > 0
}

export type TransactionFacts = Partial<
  Pick<
    NewTransaction,
    | 'reconciling'
    | 'challengeId'
    | 'challengeExpiresAt'
    | 'providerTransactionId'
    | 'providerReferenceId'
    | 'providerState'
    | 'userOperationHash'
    | 'transactionHash'
    | 'blockNumber'
    | 'blockHash'
    | 'logIndex'
    | 'failureCode'
    | 'failureDetail'
    | 'warnings'
  >
>

/** One guarded move along the state table, with the facts that caused it; undefined when the row has moved since. */
export async function moveTransaction(
  tx: Transaction,
  row: Pick<TransactionRow, 'id' | 'state'>,
  to: TransactionState,
  facts: TransactionFacts = {},
): Promise<TransactionRow | undefined> {
  if (!mayMove(row.state, to)) return undefined
  const isEnd = !(liveTransactionStates as readonly string[]).includes(to)
  const [moved] = await tx
    .update(transactions)
    .set({
      ...facts,
      ...answered(isEnd ? false : facts.reconciling),
      state: to,
      updatedAt: sql`now()`,
      ...(isEnd && { endedAt: sql`now()` }),
    })
    .where(and(eq(transactions.id, row.id), eq(transactions.state, row.state)))
    .returning()
  return moved
}

/** Whether the newest look failed, and since when every one has. */
function answered(reconciling: boolean | undefined) {
  if (reconciling === undefined) return {}
  return { reconciling, unansweredSince: reconciling ? sql`coalesce(${transactions.unansweredSince}, now())` : null }
}

/** Notes facts without a move, while the row is still in that state. That a look failed or did not is no change. */
export async function noteTransaction(
  tx: Transaction,
  row: Pick<TransactionRow, 'id' | 'state'>,
  { reconciling, ...facts }: TransactionFacts & { attempts?: number },
): Promise<TransactionRow | undefined> {
  const isNews = Object.keys(facts).length > 0
  const [noted] = await tx
    .update(transactions)
    .set({ ...facts, ...answered(reconciling), ...(isNews && { updatedAt: sql`now()` }) })
    .where(and(eq(transactions.id, row.id), eq(transactions.state, row.state)))
    .returning()
  return noted
}

/** The live transaction to which a provider's id belongs. */
export async function findTransactionByProvider(
  db: Database,
  ids: { challengeId?: string; providerTransactionId?: string; referenceId?: string },
): Promise<TransactionRow | undefined> {
  const by = ids.challengeId
    ? eq(transactions.challengeId, ids.challengeId)
    : ids.providerTransactionId
      ? eq(transactions.providerTransactionId, ids.providerTransactionId)
      : undefined
  if (!by) return undefined
  const [row] = await db.select().from(transactions).where(by)
  return row
}

/** The newest block in which a payment of the wallet was confirmed; 0 before the first. */
export async function findNewestPaymentBlock(db: Database, wallet: `0x${string}`): Promise<bigint> {
  const [row] = await db
    .select({ block: sql<string>`coalesce(max(${transactions.blockNumber}), 0)::text` })
    .from(transactions)
    .innerJoin(wallets, and(eq(wallets.userId, transactions.userId), eq(wallets.id, transactions.walletId)))
    .where(and(eq(wallets.address, wallet), eq(transactions.state, 'CONFIRMED')))
  return BigInt(row?.block ?? 0)
}

/** What the escrow does at most once: fund a snapshot, or end a job one way. */
export type TransactionTarget =
  | { purpose: 'FUNDING'; snapshotId: string }
  | { purpose: 'JOB_CANCEL' | 'JOB_REFUND'; onchainJobId: bigint }

/** Every transaction that asked for one effect, oldest first, locked until the database transaction ends. */
export function lockTransactions(tx: Transaction, target: TransactionTarget): Promise<TransactionRow[]> {
  const of =
    target.purpose === 'FUNDING'
      ? eq(transactions.snapshotId, target.snapshotId)
      : eq(transactions.onchainJobId, target.onchainJobId)
  return tx
    .select()
    .from(transactions)
    .where(and(of, eq(transactions.purpose, target.purpose)))
    .orderBy(asc(transactions.id))
    .for('update')
}

/** The canonical event of the escrow that ended a job this way, as far as the indexer has read. */
export async function findJobEnd(
  db: Database,
  onchainJobId: bigint,
  purpose: JobActionPurpose,
): Promise<{ transactionHash: `0x${string}` } | undefined> {
  const [log] = await db
    .select({ transactionHash: chainLogs.transactionHash })
    .from(chainLogs)
    .where(and(eq(chainLogs.onchainJobId, onchainJobId), inArray(chainLogs.eventName, [...endEvents[purpose]])))
    .orderBy(asc(chainLogs.blockNumber))
    .limit(1)
  return log
}
