import { sql } from 'drizzle-orm'
import { events } from '#drizzle/schema/jobs.ts'
import type { Database } from './database.ts'
import { isOnDuty } from './dispatch.ts'
import { silentSince } from './liveness.ts'
import { isWebAway } from './web-presence.ts'

export type SilentRuntime = { agentId: string; userId: string; heardAt: string }

/**
 * Runtimes of active agents, within their owner's hours, that were not heard for so many seconds and heard within the
 * last day, and whose owner was not notified of this silence; the longest silent first. Nobody while no web program is
 * there that could hear them.
 */
export async function listSilentRuntimes(db: Database, afterSeconds: number, limit: number): Promise<SilentRuntime[]> {
  const rows = await db.execute(sql`
    select a.id as "agentId", a.user_id as "userId", h.at::text as "heardAt" from runtime_heartbeats h
    join runtime_connections c on c.agent_id = h.agent_id and c.disconnected_at is null and c.paired_at <= h.at
    join agents a on a.id = h.agent_id
    where a.state = 'ACTIVE' and h.at < now() - make_interval(secs => ${afterSeconds}) and h.at > now() - interval '1 day'
      and ${silentSince} < now() - make_interval(secs => ${afterSeconds}) and not ${isWebAway}
      and ${isOnDuty} and not exists (select 1 from ${events} e where e.subject_type = 'agent'
        and e.subject_id = a.id::text and e.name = 'agent.offline' and e.evidence->>'heard_at' = h.at::text)
    order by h.at limit ${limit}`)
  return rows as unknown as SilentRuntime[]
}
