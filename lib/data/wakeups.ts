import { sql } from 'drizzle-orm'
import type { AgentRole } from '../domain/agent.ts'
import type { Database } from './database.ts'
import { isOnDuty } from './dispatch.ts'

/** An agent that may have become available; `lease` is when it is woken again, should the program die. */
export type WokenAgent = { agentId: string; role: AgentRole; lease: string }

/** Agents that may have become available and that no other worker handles now. */
export async function claimWakeups(db: Database, limit: number): Promise<WokenAgent[]> {
  const rows = await db.execute(sql`
    update agent_wakeups w set due_at = now() + interval '60 seconds' from agents a
    where a.id = w.agent_id and w.agent_id in (select d.agent_id from agent_wakeups d where d.due_at <= now()
      order by d.due_at limit ${limit} for update skip locked)
    returning w.agent_id as "agentId", a.role, w.due_at::text as lease`)
  return rows as unknown as WokenAgent[]
}

/** The next time at which agent `a` comes on duty, in the owner's time zone; null for one without hours, or on duty now. */
const nextDuty = sql`case when a.hours is not null and not ${isOnDuty} then (
  select min(t) from generate_series(0, 2) day, lateral (select
    (date_trunc('day', now() at time zone (a.hours->>'time_zone')) + make_interval(days => day)
      + (a.hours->>'from')::time) at time zone (a.hours->>'time_zone') as t) x where t > now()) end`

/**
 * Plans the next wake-up of these agents for when their rest is over or their hours begin. An earlier wake-up stays.
 */
export async function finishWakeups(db: Database, woken: readonly WokenAgent[]): Promise<void> {
  if (woken.length === 0) return
  await db.execute(sql`
    with handled as (select w.agent_id, greatest(nullif(a.resting_until, least(a.resting_until, now())), ${nextDuty}) as next
      from agent_wakeups w join agents a on a.id = w.agent_id where ${isClaimed(woken)}),
    gone as (delete from agent_wakeups w using handled h where w.agent_id = h.agent_id and h.next is null and ${isClaimed(woken)})
    update agent_wakeups w set due_at = h.next from handled h
    where w.agent_id = h.agent_id and h.next is not null and ${isClaimed(woken)}`)
}

/** Wakes these agents again in a second, for the next of the jobs that they could take. */
export async function repeatWakeups(db: Database, woken: readonly WokenAgent[]): Promise<void> {
  if (woken.length === 0) return
  await db.execute(sql`
    update agent_wakeups w set due_at = now() + interval '1 second' where ${isClaimed(woken)}`)
}

function isClaimed(woken: readonly WokenAgent[]) {
  const pairs = woken.map(({ agentId, lease }) => sql`(${agentId}::uuid, ${lease}::timestamptz)`)
  return sql`(w.agent_id, w.due_at) in (${sql.join(pairs, sql`, `)})`
}

/** Wakes those who held an attempt or a seat of this job: its time is over by the contract, so it binds them no more. */
export async function wakeHolders(db: Database, jobId: bigint): Promise<void> {
  await db.execute(sql`
    insert into agent_wakeups as w (agent_id)
    select x.agent_id from assignments x where x.onchain_job_id = ${jobId.toString()}::numeric
      and x.state in ('ACCEPTED', 'ASSIGNED', 'SUBMITTED')
    union select s.agent_id from seats s where s.onchain_job_id = ${jobId.toString()}::numeric
      and s.state in ('DRAWN', 'SEATED')
    on conflict (agent_id) do update set due_at = least(w.due_at, excluded.due_at)`)
}
