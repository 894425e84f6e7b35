import { sql } from 'drizzle-orm'
import type { Database } from './database.ts'

/** The time of the newest block that was indexed, in seconds. */
export const chainTime = '(select coalesce(max(timestamp), 0) from chain_blocks)'

/**
 * Whether assignment `x` still binds its agent: its job has not ended, and the contract still accepts the next step.
 * That step has a deadline, and an offer has another one. What lies behind it binds nobody, whether or not anything has
 * ended it on chain.
 */
export const isBinding = sql.raw(`(x.state in ('OFFERED', 'ACCEPTED', 'ASSIGNED', 'SUBMITTED')
  and (x.state <> 'OFFERED' or x.offer_expires_at > now())
  and exists (select 1 from jobs j where j.onchain_job_id = x.onchain_job_id and j.state in ('OPEN', 'ASSIGNED', 'SUBMITTED')
    and (case when x.state in ('OFFERED', 'ACCEPTED') then j.open_until else x.deadline end >= ${chainTime}) is not false))`)

/** Whether seat `s` still waits for its verdict, and the contract still accepts one for its attempt. */
export const isOpenSeat = sql.raw(`(s.state in ('DRAWN', 'SEATED') and exists (select 1 from assignments x
  where x.onchain_job_id = s.onchain_job_id and x.attempt = s.attempt and x.state = 'SUBMITTED'
    and (x.deadline >= ${chainTime}) is not false))`)

/** What verifiers owe a verdict on. Shadow seats are among them, so that nothing which an owner reads tells one apart. */
export const openVerifications = sql.raw(`(
  select id, agent_id, onchain_job_id, attempt, state, verify_by from seats where state = 'SEATED'
  union all
  select id, agent_id, onchain_job_id, attempt, 'SEATED', verify_by from shadow_seats where state = 'OPEN')`)

/** Whether the agent has accepted or been given anything that it can still do or lose. */
export async function holdsWork(db: Database, agentId: string): Promise<boolean> {
  const [row] = await db.execute(sql`
    select exists (select 1 from assignments x where x.agent_id = ${agentId} and ${isBinding})
      or exists (select 1 from seats s where s.agent_id = ${agentId} and ${isOpenSeat})
      or exists (select 1 from shadow_seats h where h.agent_id = ${agentId} and h.state = 'OPEN') as "holdsWork"`)
  return row?.holdsWork === true
}
