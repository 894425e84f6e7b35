import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { drafts, fundingSnapshots } from '#drizzle/schema/drafts.ts'
import { jobs } from '#drizzle/schema/jobs.ts'
import { transactions } from '#drizzle/schema/transactions.ts'
import {
  type DraftCause,
  type DraftState,
  draftStatesBefore,
  type LivePayment,
  nextDraftState,
} from '../domain/draft.ts'
import type { DraftSort } from '../domain/draft-list.ts'
import type { JobState } from '../domain/job.ts'
import { liveTransactionStates } from '../domain/transaction.ts'
import { builtOnce } from './built-once.ts'
import type { Database, Transaction } from './database.ts'
import { onlyRow } from './only-row.ts'
import { fitsText } from './text-search.ts'

export type DraftRow = typeof drafts.$inferSelect
export type NewDraft = typeof drafts.$inferInsert
export type SnapshotRow = typeof fundingSnapshots.$inferSelect
export type DraftView = {
  draft: DraftRow
  snapshot: SnapshotRow | null
  onchainJobId: bigint | null
  jobState: JobState | null
  /** The payment of the draft that has not ended; constraints allow one. */
  live: LivePayment | null
}

/** Throws a unique violation when this person has an unfunded draft of the issue. */
export async function insertDraft(tx: Transaction, row: NewDraft): Promise<DraftRow> {
  return onlyRow(await tx.insert(drafts).values(row).returning())
}

const isLivePayment = and(
  inArray(transactions.purpose, ['APPROVAL', 'FUNDING']),
  inArray(transactions.state, [...liveTransactionStates]),
)

const view = (db: Database) =>
  db
    .select({
      draft: drafts,
      snapshot: fundingSnapshots,
      onchainJobId: jobs.onchainJobId,
      jobState: jobs.state,
      live: {
        id: transactions.id,
        purpose: transactions.purpose,
        state: transactions.state,
        challengeExpiresAt: transactions.challengeExpiresAt,
      },
    })
    .from(drafts)
    .leftJoin(fundingSnapshots, eq(fundingSnapshots.id, drafts.snapshotId))
    .leftJoin(transactions, and(eq(transactions.draftId, drafts.id), isLivePayment))
    // The owner's jobs have an index; those of a draft have none.
    .leftJoin(jobs, and(eq(jobs.userId, drafts.userId), eq(jobs.draftId, drafts.id)))

const ownDraft = builtOnce((db) =>
  view(db).where(and(eq(drafts.userId, sql.placeholder('userId')), eq(drafts.id, sql.placeholder('id')))),
)

/** The person's own draft with its current snapshot; undefined for a foreign or unknown id alike. */
export async function findDraft(db: Database, userId: string, id: string): Promise<DraftView | undefined> {
  const [row] = await ownDraft(db).execute({ userId, id })
  return row
}

/** For what runs without a person, such as a probe's end. */
export async function findDraftById(db: Database, id: string): Promise<DraftRow | undefined> {
  const [row] = await db.select().from(drafts).where(eq(drafts.id, id))
  return row
}

/** The same, kept from changing until the transaction ends. */
export async function lockDraftRow(tx: Transaction, id: string): Promise<DraftRow | undefined> {
  const [row] = await tx.select().from(drafts).where(eq(drafts.id, id)).for('update')
  return row
}

/** A draft's place in the order of next steps. */
export type DraftPosition = { rank: number; id: string }
export type DraftFilter = {
  userId: string
  states?: readonly DraftState[]
  /** Words in the title or the repository’s name, or the issue that it names. */
  text?: string | undefined
  sort: DraftSort
  before?: string
  after?: DraftPosition
  limit: number
}

/** As `stageRank` says. */
const rank = sql`case when ${drafts.state} = 'FUNDED' then 3 when ${drafts.state} <> 'DRAFT' then 0
  when ${drafts.reviewedAt} is null then 1 else 2 end`

const searched = { title: drafts.title, repository: drafts.repositoryFullName, issueNumber: drafts.issueNumber }

/** Above every id. */
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const newestDrafts = builtOnce((db) =>
  view(db)
    .where(and(eq(drafts.userId, sql.placeholder('userId')), lt(drafts.id, sql.placeholder('before'))))
    .orderBy(desc(drafts.id))
    .limit(sql.placeholder('limit')),
)

export function listDrafts(db: Database, filter: DraftFilter): Promise<DraftView[]> {
  const { userId, states, text, sort, before, after, limit } = filter
  if (!states && !text && sort === 'newest')
    return newestDrafts(db).execute({ userId, before: before ?? lastId, limit })
  return view(db)
    .where(
      and(
        eq(drafts.userId, userId),
        states ? inArray(drafts.state, [...states]) : undefined,
        text ? fitsText(text, searched) : undefined,
        before ? lt(drafts.id, before) : undefined,
        after && sql`(${rank} > ${after.rank} or (${rank} = ${after.rank} and ${drafts.id} < ${after.id}))`,
      ),
    )
    .orderBy(...(sort === 'next_step' ? [rank] : []), desc(drafts.id))
    .limit(limit)
}

/** The draft of the job that the person funded last. */
export async function findLastFundedDraft(db: Database, userId: string): Promise<DraftRow | undefined> {
  const [row] = await db
    .select({ draft: drafts })
    .from(jobs)
    .innerJoin(drafts, and(eq(drafts.id, jobs.draftId), eq(drafts.userId, userId), eq(drafts.state, 'FUNDED')))
    .where(eq(jobs.userId, userId))
    .orderBy(desc(jobs.onchainJobId))
    .limit(1)
  return row?.draft
}

export async function findUnfundedDraftOfIssue(
  db: Database,
  query: { userId: string; repositoryAccessId: string; issueNumber: number },
): Promise<DraftRow | undefined> {
  const [row] = await db
    .select()
    .from(drafts)
    .where(
      and(
        eq(drafts.userId, query.userId),
        eq(drafts.repositoryAccessId, query.repositoryAccessId),
        eq(drafts.issueNumber, query.issueNumber),
        sql`${drafts.state} <> 'FUNDED'`,
      ),
    )
  return row
}

const draftUnderPayment = builtOnce((db) =>
  db
    .select()
    .from(drafts)
    .where(and(eq(drafts.userId, sql.placeholder('userId')), inArray(drafts.state, ['LOCKED', 'FUNDING']))),
)

/** The draft whose payment is under way for this person; a constraint allows one. */
export async function findDraftUnderPayment(db: Database, userId: string): Promise<DraftRow | undefined> {
  const [row] = await draftUnderPayment(db).execute({ userId })
  return row
}

/** One guarded move along the state table; undefined when the draft has left the state or version since. */
export async function moveDraft(
  tx: Transaction,
  draft: Pick<DraftRow, 'id' | 'state' | 'version'>,
  cause: DraftCause,
  set: Partial<NewDraft> = {},
): Promise<DraftRow | undefined> {
  const to = nextDraftState(draft.state, cause)
  if (!to) return undefined
  const [moved] = await tx
    .update(drafts)
    .set({ ...set, state: to, version: draft.version + 1, updatedAt: sql`now()` })
    .where(and(eq(drafts.id, draft.id), eq(drafts.state, draft.state), eq(drafts.version, draft.version)))
    .returning()
  return moved
}

/** FUNDED from any state that a late funding may find; undefined when it was funded before, or deleted. */
export async function markDraftFunded(
  tx: Transaction,
  id: string,
  snapshotId: string,
): Promise<{ id: string; from: DraftState } | undefined> {
  const [before] = await tx.select({ state: drafts.state }).from(drafts).where(eq(drafts.id, id)).for('update')
  if (!before || !draftStatesBefore('job_created').includes(before.state)) return undefined
  await tx
    .update(drafts)
    .set({ state: 'FUNDED', snapshotId, version: sql`${drafts.version} + 1`, updatedAt: sql`now()` })
    .where(eq(drafts.id, id))
  return { id, from: before.state }
}

/** Deletes the draft unless it has left the state or version since; its client may bring it back for some minutes. */
export async function deleteDraft(
  tx: Transaction,
  draft: Pick<DraftRow, 'id' | 'state' | 'version'>,
): Promise<boolean> {
  const rows = await tx.execute(sql`
    with gone as (
      delete from drafts where id = ${draft.id} and state = ${draft.state} and version = ${draft.version} returning *)
    insert into deleted_drafts (id, user_id, draft) select id, user_id, to_jsonb(gone) from gone returning id`)
  return rows.length > 0
}

export async function insertSnapshot(tx: Transaction, row: typeof fundingSnapshots.$inferInsert): Promise<SnapshotRow> {
  return onlyRow(await tx.insert(fundingSnapshots).values(row).returning())
}

export async function findSnapshot(db: Database, id: string): Promise<SnapshotRow | undefined> {
  const [row] = await db.select().from(fundingSnapshots).where(eq(fundingSnapshots.id, id))
  return row
}

export async function findSnapshotByRef(db: Database, ref: `0x${string}`): Promise<SnapshotRow | undefined> {
  const [row] = await db.select().from(fundingSnapshots).where(eq(fundingSnapshots.ref, ref))
  return row
}

/** Drafts in FUNDING whose funding window ended before `chainTime` seconds. */
export function listLapsedFundings(db: Database, chainTime: bigint, limit: number): Promise<DraftView[]> {
  return view(db)
    .where(and(eq(drafts.state, 'FUNDING'), lt(fundingSnapshots.fundBy, chainTime)))
    .limit(limit)
}

export async function countDrafts(db: Database, userId: string): Promise<{ state: DraftState; count: number }[]> {
  return db
    .select({ state: drafts.state, count: sql<number>`count(*)::int` })
    .from(drafts)
    .where(eq(drafts.userId, userId))
    .groupBy(drafts.state)
}
