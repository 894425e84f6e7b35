import { type SQL, sql } from 'drizzle-orm'

/**
 * The commitment of the settled result that the client can have published now: no policy publishes it, and they may push
 * to its repository. Null otherwise. The names are those of the job and its snapshot in the query.
 */
export function publishableResult(job: string, snapshot: string): SQL {
  return sql.raw(`(select r.commitment from results r
    where r.onchain_job_id = ${job}.onchain_job_id and ${job}.state = 'SETTLED'
      and coalesce((select p.state = 'FAILED' from publications p where p.onchain_job_id = ${job}.onchain_job_id),
        ${snapshot}.policy_document->>'publication' = 'on_request')
      and exists (select 1 from repository_accesses a where a.user_id = ${job}.user_id and a.removed_at is null
        and a.can_push and not a.archived
        and a.repository_id = (${snapshot}.task_document->'repository'->>'id')::bigint)
    order by r.attempt desc limit 1)`)
}
