import { type SQL, sql } from 'drizzle-orm'
import { undispatchableNotes } from '../domain/dispatch-note.ts'
import type { Database } from './database.ts'

/** Whether the execution of that alias says that no agent can be offered its job now. */
export function isUndispatchable(alias: string): SQL {
  const reason = sql.raw(`${alias}.reason`)
  const begins = undispatchableNotes.beginnings.map((words) => sql`starts_with(${reason}, ${words})`)
  return sql`(${reason} in ${[...undispatchableNotes.whole]} or ${sql.join(begins, sql` or `)})`
}

export type UndispatchableJob = { id: string; userId: string; reason: string; openSince: string }

/**
 * Jobs that nobody can be offered and that have been open for so many seconds, and whose client was not notified since
 * they opened; those that opened first, first.
 */
export async function listUndispatchable(
  db: Database,
  afterSeconds: number,
  limit: number,
): Promise<UndispatchableJob[]> {
  const rows = await db.execute(sql`
    select j.onchain_job_id::text as id, j.user_id as "userId", e.reason, j.updated_at::text as "openSince"
    from executions e join jobs j on j.onchain_job_id = e.onchain_job_id
    where e.due_at is not null and ${isUndispatchable('e')} and j.state = 'OPEN'
      and j.updated_at < now() - make_interval(secs => ${afterSeconds})
      and not exists (select 1 from events v where v.subject_type = 'job' and v.subject_id = j.onchain_job_id::text
        and v.name = 'job.undispatchable' and v.evidence->>'open_since' = j.updated_at::text)
    order by j.updated_at limit ${limit}`)
  return rows as unknown as UndispatchableJob[]
}
