import { and, eq, sql } from 'drizzle-orm'
import { deletedDrafts } from '#drizzle/schema/drafts.ts'
import { draftRestoreMinutes } from '../domain/draft.ts'
import type { Transaction } from './database.ts'

export type DeletedDraft = { id: string; repositoryAccessId: string; issueNumber: number; fundedAs: bigint | null }

/** The person's own draft that was deleted within the last minutes, and the job that its terms became since, if any. */
export async function lockDeletedDraft(tx: Transaction, userId: string, id: string): Promise<DeletedDraft | undefined> {
  const [row] = await tx
    .select({
      id: deletedDrafts.id,
      repositoryAccessId: sql<string>`${deletedDrafts.draft}->>'repository_access_id'`,
      issueNumber: sql<number>`(${deletedDrafts.draft}->>'issue_number')::int`,
      fundedAs: sql<string | null>`(select j.onchain_job_id::text from funding_snapshots f
        join jobs j on j.snapshot_id = f.id where f.draft_id = deleted_drafts.id limit 1)`,
    })
    .from(deletedDrafts)
    .where(
      and(
        eq(deletedDrafts.id, id),
        eq(deletedDrafts.userId, userId),
        sql`${deletedDrafts.deletedAt} > now() - make_interval(mins => ${draftRestoreMinutes})`,
      ),
    )
    .for('update')
  return row && { ...row, fundedAs: row.fundedAs === null ? null : BigInt(row.fundedAs) }
}

/** Writes the draft as it was, but to be reviewed again: nothing that was frozen or found counts any more. */
export async function restoreDraftRow(tx: Transaction, id: string): Promise<void> {
  // A column that the release since then has added has its default.
  const kept = await tx.execute<{ name: string }>(sql`
    select attname as name from pg_attribute join deleted_drafts d on d.id = ${id} and d.draft ? attname
    where attrelid = 'drafts'::regclass and attnum > 0 and not attisdropped`)
  const columns = sql.join(
    kept.map(({ name }) => sql.identifier(name)),
    sql`, `,
  )
  await tx.execute(sql`
    with back as (delete from deleted_drafts where id = ${id} returning draft)
    insert into drafts (${columns})
    select ${columns} from back, jsonb_populate_record(null::drafts, back.draft || jsonb_build_object(
      'state', 'DRAFT', 'version', (back.draft->>'version')::int + 1, 'findings', '[]'::jsonb, 'reviewed_at', null,
      'snapshot_id', null, 'updated_at', now())) r`)
}
