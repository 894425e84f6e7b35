import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { cloneTokens } from '#drizzle/schema/clone-tokens.ts'
import type { Database, Transaction } from './database.ts'

export type CloneTokenRow = typeof cloneTokens.$inferSelect
/**
 * Who must be able to clone now: an assignment that still owes its result, a seat that still owes its verdict, or a
 * runtime that probes a draft, for which there is no job yet.
 */
export type TokenHolder = {
  holderId: string
  onchainJobId: bigint | null
  draftId: string | null
  clientUserId: string
  repositoryId: number
}

/** A token with less time left than this is replaced while its holder still needs one. */
const renewal = sql`interval '15 minutes'`

/** Assignment `a`, seat `s` or probe `p` owes something that it has to clone for. */
const owesResult = sql.raw(`a.state = 'ASSIGNED' and a.release_signature is null
  and not exists (select 1 from results r where r.assignment_id = a.id)`)
const owesVerdict = sql.raw(`s.state = 'SEATED'`)
const owesReport = sql.raw(`p.state = 'ASKED' and p.reads_private and exists (select 1 from drafts d
  join repository_accesses r on r.id = d.repository_access_id and r.private where d.id = p.draft_id)`)

const holders = sql`
  select w.holder_id, w.onchain_job_id, null::uuid as draft_id, j.user_id as client_user_id,
    (f.task_document->'repository'->>'id')::bigint as repository_id
  from (
    select a.id as holder_id, a.onchain_job_id from assignments a where ${owesResult}
    union all
    select s.id, s.onchain_job_id from seats s where ${owesVerdict}
  ) w
  join jobs j on j.onchain_job_id = w.onchain_job_id
  join funding_snapshots f on f.id = j.snapshot_id
  where (f.task_document->'repository'->>'private')::boolean
  union all
  select p.id, null, p.draft_id, p.user_id, r.repository_id from probes p
  join drafts d on d.id = p.draft_id
  join repository_accesses r on r.id = d.repository_access_id
  where ${owesReport}`

type Turn = { after: string; limit: number }

/** Holders without a token that lasts a while yet, by their ids. */
export async function listTokenlessHolders(db: Database, { after, limit }: Turn): Promise<TokenHolder[]> {
  const rows = await db.execute(sql`
    select h.holder_id as "holderId", h.onchain_job_id::text as "onchainJobId", h.draft_id as "draftId",
      h.client_user_id as "clientUserId", h.repository_id::text as "repositoryId"
    from (${holders}) h
    where not exists (select 1 from clone_tokens t
      where t.holder_id = h.holder_id and t.revoked_at is null and t.expires_at > now() + ${renewal})
      and (${after} = '' or h.holder_id > nullif(${after}, '')::uuid)
    order by h.holder_id limit ${limit}`)
  type Found = Record<'holderId' | 'clientUserId' | 'repositoryId', string> &
    Record<'onchainJobId' | 'draftId', string | null>
  return (rows as unknown as Found[]).map((row) => ({
    holderId: row.holderId,
    onchainJobId: row.onchainJobId === null ? null : BigInt(row.onchainJobId),
    draftId: row.draftId,
    clientUserId: row.clientUserId,
    repositoryId: Number(row.repositoryId),
  }))
}

/** Tokens whose holder needs none any more, by their ids. */
export async function listNeedlessTokens(db: Database, { after, limit }: Turn): Promise<CloneTokenRow[]> {
  return db
    .select()
    .from(cloneTokens)
    .where(
      and(
        isNull(cloneTokens.revokedAt),
        sql`not exists (select 1 from assignments a where a.id = ${cloneTokens.holderId} and ${owesResult})`,
        sql`not exists (select 1 from seats s where s.id = ${cloneTokens.holderId} and ${owesVerdict})`,
        sql`not exists (select 1 from probes p where p.id = ${cloneTokens.holderId} and ${owesReport})`,
        after === '' ? undefined : gt(cloneTokens.id, after),
      ),
    )
    .orderBy(cloneTokens.id)
    .limit(limit)
}

/** The token that the holder may use now. */
export async function findCloneToken(db: Database, holderId: string): Promise<CloneTokenRow | undefined> {
  const [row] = await db
    .select()
    .from(cloneTokens)
    .where(
      and(eq(cloneTokens.holderId, holderId), isNull(cloneTokens.revokedAt), sql`${cloneTokens.expiresAt} > now()`),
    )
  return row
}

/** Keeps a new token, unless the holder has got one since that lasts a while yet; returns the one it replaces. */
export async function replaceCloneToken(
  tx: Transaction,
  row: Pick<CloneTokenRow, 'id' | 'holderId' | 'onchainJobId' | 'expiresAt'> & { tokenSealed: string },
): Promise<{ isKept: boolean; replaced: CloneTokenRow | undefined }> {
  const [before] = await tx
    .select({ token: cloneTokens, lasts: sql<boolean>`${cloneTokens.expiresAt} > now() + ${renewal}` })
    .from(cloneTokens)
    .where(and(eq(cloneTokens.holderId, row.holderId), isNull(cloneTokens.revokedAt)))
    .for('update')
  if (before?.lasts) return { isKept: false, replaced: undefined }
  if (before) await endCloneToken(tx, before.token.id)
  const made = await tx.insert(cloneTokens).values(row).onConflictDoNothing().returning({ id: cloneTokens.id })
  return { isKept: made.length > 0, replaced: before?.token }
}

/** Deletes a token permanently. */
export async function endCloneToken(tx: Transaction, id: string): Promise<void> {
  await tx
    .update(cloneTokens)
    .set({ revokedAt: sql`now()`, tokenSealed: null })
    .where(and(eq(cloneTokens.id, id), isNull(cloneTokens.revokedAt)))
}
