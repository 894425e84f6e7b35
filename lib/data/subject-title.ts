import { sql } from 'drizzle-orm'

const subjectUuid = sql.raw(
  `(case when events.subject_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then events.subject_id end)::uuid`,
)
const subjectNumber = sql.raw(`(case when events.subject_type = 'job' then events.subject_id end)::numeric`)

/**
 * The title of what an event is about, or the name of its agent or saved search; null for what is not of the person whose
 * rows these
 * are, or has none. Columns are written with their table, which the query builder leaves out where there is one.
 */
export function titleOfSubject(rows: 'events' | 'notifications') {
  const owner = sql.raw(`${rows}.user_id`)
  return sql<string | null>`case events.subject_type
    when 'draft' then (select d.title from drafts d where d.id = ${subjectUuid} and d.user_id = ${owner})
    when 'job' then (select d.title from jobs j join drafts d on d.id = j.draft_id
      where j.onchain_job_id = ${subjectNumber} and j.user_id = ${owner})
    when 'transaction' then (select d.title from transactions t join drafts d on d.id = t.draft_id
      where t.id = ${subjectUuid} and d.user_id = ${owner})
    when 'agent' then (select a.name from agents a where a.id = ${subjectUuid} and a.user_id = ${owner})
    when 'withdrawal' then (select a.name from withdrawals w join agents a on a.id = w.agent_id
      where w.id = ${subjectUuid} and a.user_id = ${owner})
    when 'saved_search' then (select s.name from saved_searches s where s.id = ${subjectUuid} and s.user_id = ${owner})
    end`
}
