import { sql } from 'drizzle-orm'
import { heartbeatPatience } from '../domain/agent.ts'
import type { Database } from './database.ts'

const { intervals, leastSeconds } = heartbeatPatience

const patienceOf = (h: string) => `greatest(
  make_interval(secs => ${h}.interval_ms * ${intervals / 1_000}), make_interval(secs => ${leastSeconds}))`

/**
 * When the silence of a heartbeat's runtime began. While no web program was there nobody could be heard; one that was
 * heard until then is silent since there was one again.
 */
const silentSinceOf = (h: string) => `greatest(${h}.at,
  (select w.away_until from web_presence w where ${h}.at >= w.away_from - ${patienceOf(h)}))`

/** The same of the heartbeat `h`. */
export const silentSince = sql.raw(silentSinceOf('h'))

/** Seconds of that silence; `h` names the table of heartbeats in the statement. */
export const silentSeconds = (h: string) => sql.raw(`extract(epoch from now() - ${silentSinceOf(h)})::float8`)

/** The rule of the domain for the heartbeat `h`: silent for so long that nobody counts on its runtime. */
export const isStale = sql.raw(
  `(h.at < now() - ${patienceOf('h')} and ${silentSinceOf('h')} < now() - ${patienceOf('h')})`,
)

/** Whether the runtime of the agent with that id was never heard, or not lately. */
export const isSilent = (agentId: string) =>
  sql<boolean>`not exists (select 1 from runtime_heartbeats h where h.agent_id = ${sql.raw(agentId)} and not ${isStale})`

/** The same for one agent. */
export async function isAgentSilent(db: Database, agentId: string): Promise<boolean> {
  const [row] = await db.execute(sql`
    select ${isSilent('a.id')} as silent from agents a where a.id = ${agentId}`)
  return (row as { silent: boolean } | undefined)?.silent ?? true
}
