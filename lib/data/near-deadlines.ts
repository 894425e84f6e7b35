import { sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { chainTime } from './live-work.ts'

/** The last quarter of a worker's time is little, as long as it is between two minutes and an hour. */
const [leastSeconds, mostSeconds, share] = [120, 3_600, 4]

export type NearDeadline = { agentId: string; ownerUserId: string; jobId: string; attempt: number; workBy: string }

/** Assignments without a result whose time is nearly over, and whose owner was not notified; the most urgent first. */
export async function listNearDeadlines(db: Database, limit: number): Promise<NearDeadline[]> {
  const left = sql.raw(`(a.work_by - ${chainTime})`)
  const rows = await db.execute(sql`
    select a.agent_id as "agentId", a.owner_user_id as "ownerUserId", a.onchain_job_id::text as "jobId", a.attempt,
      a.work_by::text as "workBy"
    from assignments a
    where a.state = 'ASSIGNED' and a.release_signature is null and ${left} > 0
      and ${left} <= greatest(${leastSeconds},
        least(${mostSeconds}, (a.work_by - extract(epoch from a.created_at)) / ${share}))
      and not exists (select 1 from results r where r.assignment_id = a.id)
      and not exists (select 1 from events v where v.subject_type = 'agent' and v.subject_id = a.agent_id::text
        and v.name = 'agent.time_running_out' and v.evidence->>'onchain_job_id' = a.onchain_job_id::text
        and v.evidence->>'attempt' = a.attempt::text)
    order by a.work_by limit ${limit}`)
  return rows as unknown as NearDeadline[]
}
