import { sql } from 'drizzle-orm'
import type { AssignmentState } from '../domain/agent.ts'
import type { JobState } from '../domain/job.ts'
import type { Database } from './database.ts'
import { openVerifications } from './live-work.ts'

const most = 10
const paidOut = sql.raw(`coalesce(sum((case l.event_name when 'JobSettled' then l.args->>'reward'
  when 'JobLapsed' then l.args->>'toWorker' else l.args->>'fee' end)::numeric), 0)::text`)
const isPayment = sql.raw(`l.applied_at is not null and l.event_name in ('JobSettled', 'JobLapsed', 'VerdictRecorded')`)

export type MoneyOut = { held: bigint; paid: bigint }

/** What the escrow holds for a client, and what its final events say that the client's jobs paid. */
export async function sumMoneyOut(db: Database, userId: string): Promise<MoneyOut> {
  const [row] = await db.execute(sql`
    select
      (select coalesce(sum(held), 0)::text from jobs where user_id = ${userId}
        and state in ('OPEN', 'ASSIGNED', 'SUBMITTED', 'EXPIRED', 'REJECTED')) as held,
      (select ${paidOut} from jobs j join chain_logs l on l.onchain_job_id = j.onchain_job_id
        where j.user_id = ${userId} and ${isPayment}) as paid`)
  const { held, paid } = row as { held: string; paid: string }
  return { held: BigInt(held), paid: BigInt(paid) }
}

export type MoneyIn = { earned: bigint; withdrawn: bigint }

/** What the escrow's final events say that an owner's agents were paid, and what was withdrawn of it. */
export async function sumMoneyIn(db: Database, userId: string): Promise<MoneyIn> {
  const [row] = await db.execute(sql`
    select
      (select ${paidOut} from agents a
        join chain_logs l on l.args ? 'agent' and l.args->>'agent' = a.wallet_address
        where a.user_id = ${userId} and ${isPayment}) as earned,
      (select coalesce(sum(w.amount), 0)::text from agents a join withdrawals w on w.agent_id = a.id
        where a.user_id = ${userId} and w.state = 'CONFIRMED') as withdrawn`)
  const { earned, withdrawn } = row as { earned: string; withdrawn: string }
  return { earned: BigInt(earned), withdrawn: BigInt(withdrawn) }
}

export type Running = {
  onchainJobId: bigint
  title: string | null
  state: JobState | AssignmentState | 'SEATED'
  until: Date | null
}
export type RunningWork = Running & { agent: { id: string; name: string } }

type Row = { id: string; title: string | null; state: Running['state']; until: string | Date | null }

/** The client's newest jobs that have not ended, with the contract's deadline of what they wait for. */
export async function listRunningJobs(db: Database, userId: string): Promise<Running[]> {
  const rows = await db.execute(sql`
    select j.onchain_job_id::text as id, d.title, j.state,
      to_timestamp((case j.state when 'OPEN' then j.open_until when 'ASSIGNED' then a.work_by end)::float8) as until
    from (
      select * from jobs where user_id = ${userId} and state in ('OPEN', 'ASSIGNED', 'SUBMITTED')
      order by onchain_job_id desc limit ${most}
    ) j
    left join drafts d on d.id = j.draft_id
    left join assignments a on a.onchain_job_id = j.onchain_job_id and a.state = 'ASSIGNED'
    order by j.onchain_job_id desc`)
  return (rows as unknown as Row[]).map(toRunning)
}

/** The work that an owner's agents hold, the soonest deadline first. */
export async function listRunningWork(db: Database, userId: string): Promise<RunningWork[]> {
  const rows = await db.execute(sql`
    select w.id, f.task_document->>'title' as title, w.state, a.id as "agentId", a.name as "agentName",
      to_timestamp(w.until::float8) as until
    from agents a
    cross join lateral (
      select s.onchain_job_id::text as id, s.state, s.work_by as until from assignments s
        where s.agent_id = a.id and s.state in ('ACCEPTED', 'ASSIGNED', 'SUBMITTED')
      union all
      select v.onchain_job_id::text, v.state, v.verify_by from ${openVerifications} v
        where v.agent_id = a.id
    ) w
    left join jobs j on j.onchain_job_id = w.id::numeric
    left join funding_snapshots f on f.id = j.snapshot_id
    where a.user_id = ${userId}
    order by w.until nulls last limit ${most}`)
  return (rows as unknown as (Row & { agentId: string; agentName: string })[]).map(
    ({ agentId, agentName, ...row }) => ({
      ...toRunning(row),
      agent: { id: agentId, name: agentName },
    }),
  )
}

function toRunning({ id, until, ...row }: Row): Running {
  return { ...row, onchainJobId: BigInt(id), until: until === null ? null : new Date(until) }
}
