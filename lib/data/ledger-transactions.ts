import { and, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { drafts, fundingSnapshots } from '#drizzle/schema/drafts.ts'
import { jobs } from '#drizzle/schema/jobs.ts'
import { transactions } from '#drizzle/schema/transactions.ts'
import { provenStates } from '../domain/proof.ts'
import type { Address } from '../ports/chain.ts'
import type { Database } from './database.ts'
import { onlyRow } from './only-row.ts'
import { isShown, type TransactionView, viewTransactions } from './transactions.ts'

/** A client and the wallet whose transfers stand for the calls that caused them; null before there is one. */
export type LedgerOwner = { userId: string; wallet: Address | null }

type Query = { needAttention: boolean; before?: string | undefined; limit: number }

/** The client's calls of which no recorded transfer tells, newest first. */
export function listUnmovedTransactions(db: Database, owner: LedgerOwner, query: Query): Promise<TransactionView[]> {
  return viewTransactions(db)
    .where(
      and(
        isUnmoved(owner),
        query.needAttention ? needsAttention : undefined,
        query.before ? lt(transactions.id, query.before) : undefined,
      ),
    )
    .orderBy(desc(transactions.id))
    .limit(query.limit)
}

/** How many of these calls there are, and how many of them need attention. */
export async function countUnmovedTransactions(
  db: Database,
  owner: LedgerOwner,
): Promise<{ all: number; attention: number }> {
  return onlyRow(
    await db
      .select({
        all: sql<number>`count(*)::int`,
        attention: sql<number>`count(*) filter (where ${needsAttention})::int`,
      })
      .from(transactions)
      .where(isUnmoved(owner)),
  )
}

/** The calls of the client that one of these transactions of the chain carried out. */
export async function listTransactionsByHash(
  db: Database,
  userId: string,
  hashes: readonly `0x${string}`[],
): Promise<TransactionView[]> {
  if (hashes.length === 0) return []
  return viewTransactions(db).where(
    and(eq(transactions.userId, userId), isShown, inArray(transactions.transactionHash, [...hashes])),
  )
}

export type LedgerJob = { onchainJobId: bigint; title: string | null; draftId: string | null; hasReceipt: boolean }

/** The client's jobs of these numbers, each with its title and whether anyone can read its receipt. */
export async function listLedgerJobs(db: Database, userId: string, ids: readonly bigint[]): Promise<LedgerJob[]> {
  if (ids.length === 0) return []
  return db
    .select({
      onchainJobId: jobs.onchainJobId,
      title: sql<string | null>`coalesce(${drafts.title}, ${fundingSnapshots.taskDocument}->>'title')`,
      draftId: drafts.id,
      hasReceipt: sql<boolean>`coalesce(${jobs.isProven} and ${jobs.state} in ${[...provenStates]}
        and not coalesce((${fundingSnapshots.taskDocument}->'repository'->>'private')::boolean, false)
        and ${fundingSnapshots.id} is not null, false)`,
    })
    .from(jobs)
    .leftJoin(fundingSnapshots, eq(fundingSnapshots.id, jobs.snapshotId))
    .leftJoin(drafts, eq(drafts.id, jobs.draftId))
    .where(and(eq(jobs.userId, userId), inArray(jobs.onchainJobId, [...ids])))
}

/** The titles of these drafts, of those that are still there. */
export async function listDraftTitles(
  db: Database,
  userId: string,
  ids: readonly string[],
): Promise<{ id: string; title: string }[]> {
  if (ids.length === 0) return []
  return db
    .select({ id: drafts.id, title: drafts.title })
    .from(drafts)
    .where(and(eq(drafts.userId, userId), inArray(drafts.id, [...ids])))
}

/** The transfer of a funding leaves the wallet, that of a cancellation or refund comes into it. */
function isUnmoved({ userId, wallet }: LedgerOwner): SQL | undefined {
  const moved = sql`exists (select 1 from token_transfers m where m.block_number = ${transactions.blockNumber}
    and m.transaction_hash = ${transactions.transactionHash} and m.amount > 0
    and case ${transactions.purpose} when 'FUNDING' then m.from_address = ${wallet}
      when 'JOB_CANCEL' then m.to_address = ${wallet} when 'JOB_REFUND' then m.to_address = ${wallet} else false end)`
  return and(eq(transactions.userId, userId), isShown, wallet === null ? undefined : sql`not ${moved}`)
}

/** Whether what the call was for is still to be done. */
const isWanted = sql`case when ${transactions.purpose} in ('APPROVAL', 'FUNDING')
    then exists (select 1 from drafts d where d.id = ${transactions.draftId} and d.state <> 'FUNDED')
  when ${transactions.purpose} in ('JOB_CANCEL', 'JOB_REFUND')
    then exists (select 1 from jobs j where j.onchain_job_id = ${transactions.onchainJobId} and j.held > 0)
  else not exists (select 1 from wallets w where w.user_id = ${transactions.userId}) end`

const isRepeated = sql`exists (select 1 from transactions later where later.user_id = ${transactions.userId}
  and later.id > ${transactions.id} and later.purpose = ${transactions.purpose}
  and later.draft_id is not distinct from ${transactions.draftId}
  and later.onchain_job_id is not distinct from ${transactions.onchainJobId})`

const needsAttention = sql`(${transactions.state} = 'CHALLENGE_ISSUED'
  or (${transactions.state} in ('SUBMITTED', 'BROADCAST') and ${transactions.providerState} = 'STUCK')
  or (${transactions.state} in ('FAILED', 'MISMATCHED') and ${isWanted} and not ${isRepeated}))`
