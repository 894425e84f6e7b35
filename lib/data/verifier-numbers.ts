import { type SQL, sql } from 'drizzle-orm'
import type { IndependenceFigures, PaymentTimes, VerifierCounts } from '../domain/verifier-figures.ts'
import type { Database } from './database.ts'
import { isConnected, isInService } from './dispatch.ts'

const promisedSeconds = 120
/** Settled jobs whose payment is timed. */
const timedJobs = 500

export async function countIndependence(db: Database): Promise<IndependenceFigures> {
  return {
    counts: await countVerifiers(db),
    disagreement: await sumDissent(db),
    payments: await measurePayments(db),
  }
}

/** Qualified verifiers by owner; a seat goes to each owner who is up with the same chance. */
export async function countVerifiers(db: Database): Promise<VerifierCounts> {
  const [row] = await db.execute(sql`
    select count(distinct a.user_id)::int as owners, count(*)::int as verifiers,
      count(distinct a.user_id) filter (where ${isConnected})::int as up
    from agents a
    left join runtime_connections c on c.agent_id = a.id
    left join runtime_heartbeats h on h.agent_id = a.id
    where a.role = 'verifier' and ${isInService}`)
  const { owners, verifiers, up } = row as { owners: number; verifiers: number; up: number }
  return { owners, verifiers, ownersUp: up, largestShare: up === 0 ? 0 : 1 / up }
}

/** Owners of active verifiers, other than this person, that the escrow has known for as many seconds. */
export async function countAgedOwners(db: Database, query: { otherThan: string; seconds: number }): Promise<number> {
  const [row] = await db.execute(sql`
    select count(distinct a.user_id)::int as owners from agents a
    join agent_steps s on s.agent_id = a.id and s.step = 'AUTHORISATION' and s.state = 'DONE'
    where a.role = 'verifier' and ${isInService} and a.user_id <> ${query.otherThan}
      and s.done_at < now() - make_interval(secs => ${query.seconds})`)
  return (row as { owners: number }).owners
}

/** Recorded verdicts of decided attempts, and those against the decision. */
async function sumDissent(db: Database): Promise<{ verdicts: number; dissenting: number }> {
  const [row] = await db.execute(sql`
    select count(*)::int as verdicts,
      count(*) filter (where (s.verdict = 'PASS') <> (a.state = 'PASSED'))::int as dissenting
    from seats s
    join assignments a on a.onchain_job_id = s.onchain_job_id and a.attempt = s.attempt
    where s.state = 'RECORDED' and a.state in ('PASSED', 'REJECTED')`)
  return row as { verdicts: number; dissenting: number }
}

/** When the quorum's last vote came, of the log `l` of a job with terms `f`; what comes after it decides nothing. */
export const decidedAt = sql.raw(`(select s.answered_at from seats s
    where s.onchain_job_id = l.onchain_job_id and s.attempt = (l.args->>'attempt')::int
      and s.verdict = 'PASS' and s.answered_at is not null
    order by s.answered_at offset f.quorum - 1 limit 1)`)
const settled = sql.raw(`from chain_logs l
    join jobs j on j.onchain_job_id = l.onchain_job_id
    join funding_snapshots f on f.id = j.snapshot_id
    where l.event_name = 'JobSettled' and l.applied_at is not null`)

/** Seconds from the deciding verdict until the payment was seen on chain, over the newest 500 settled jobs. */
export async function measurePayments(db: Database): Promise<PaymentTimes> {
  const [row] = await db.execute(sql`
    select count(*)::int as jobs,
      percentile_cont(0.5) within group (order by seconds) as median,
      percentile_cont(0.95) within group (order by seconds) as p95,
      count(*) filter (where seconds > ${promisedSeconds})::int as late
    from (select extract(epoch from l.seen_at - ${decidedAt})::float8 as seconds ${settled}
      order by l.block_number desc, l.log_index desc limit ${timedJobs}) times
    where seconds is not null`)
  return row as PaymentTimes
}

/** The same for one job; null until its payment is final. */
export const paymentSeconds = (onchainJobId: SQL) =>
  sql<number | null>`(select extract(epoch from l.seen_at - ${decidedAt})::float8 ${settled}
    and l.onchain_job_id = ${onchainJobId})`

export async function measurePayment(db: Database, onchainJobId: bigint): Promise<number | null> {
  const [row] = await db.execute(sql`select ${paymentSeconds(sql`${onchainJobId.toString()}::numeric`)} as seconds`)
  return (row as { seconds: number | null } | undefined)?.seconds ?? null
}
