import { type SQL, sql } from 'drizzle-orm'
import type { JobState } from '../domain/job.ts'
import { type ClientReputation, leastJobs, shareOf, type WorkerReputation } from '../domain/reputation.ts'
import { sealedFaultEvent } from '../domain/sealed-files.ts'
import { clientsCauses } from '../domain/undecidable.ts'
import type { Database } from './database.ts'
import { decidedAt } from './verifier-numbers.ts'

/** So many jobs are looked at, newest first, so that a long record costs no more than this. */
const newest = 1_000

type Counted = { settled: number; whole: number; seconds: number | null; counterparties: number }
type CountedClient = Counted & { sealedFaults: number }

/** Whether as many verifiers as decide found that what the client gave them cannot, which says nothing about the worker. */
const isByClient = sql`exists (
  select 1 from jobs j join funding_snapshots f on f.id = j.snapshot_id
  where j.onchain_job_id = a.onchain_job_id and f.quorum <= (
    select count(*) from seats v where v.onchain_job_id = a.onchain_job_id and v.attempt = a.attempt
      and v.evidence->>'code' in ${[...clientsCauses]}))`

/** The record of the agent with this wallet. */
export async function readWorkerReputation(db: Database, agent: `0x${string}`): Promise<WorkerReputation> {
  const [row] = await db.execute(sql`
    select count(*)::int as whole, count(*) filter (where is_settled)::int as settled,
      count(distinct client) filter (where is_settled)::int as counterparties, ${medianSeconds} as seconds,
      (select count(*)::int from assignments a join agents g on g.id = a.agent_id
        where g.wallet_address = ${agent} and a.state = 'LAPSED' and not ${isByClient}) as undecided
    from (
      select l.event_name = 'JobSettled' as is_settled, j.user_id as client,
        case when l.event_name = 'JobSettled' then extract(epoch from l.seen_at - ${decidedAt})::float8 end as seconds
      from chain_logs l
      join jobs j on j.onchain_job_id = l.onchain_job_id
      left join funding_snapshots f on f.id = j.snapshot_id
      where l.applied_at is not null and l.args ? 'agent' and l.args->>'agent' = ${agent}
        and l.event_name in ('JobSettled', 'AttemptRejected')
      order by l.block_number desc, l.log_index desc limit ${newest}) judged`)
  const { settled, whole, undecided, seconds, counterparties } = row as Counted & { undecided: number }
  const acceptance = shareOf(settled, whole)
  return { settled, judged: whole, acceptance, undecided, paymentSecondsMedian: seconds, counterparties }
}

/** The record of a client, over all wallets of the account. */
export async function readClientReputation(db: Database, userId: string): Promise<ClientReputation> {
  const [row] = await db.execute(clientRecord(userId))
  return toClientReputation(row as CountedClient)
}

export type ClientSummary = {
  jobs: { state: JobState; count: number; held: bigint }[]
  reputation: ClientReputation
}

/** The client's jobs by state and the record that they make, in one query. */
export async function summariseClient(db: Database, userId: string): Promise<ClientSummary> {
  const [row] = await db.execute(sql`
    select r.*, coalesce((
      select json_agg(s) from (
        select state, count(*)::int as count, sum(held)::text as held from jobs where user_id = ${userId} group by state
      ) s), '[]') as jobs
    from (${clientRecord(userId)}) r`)
  const { jobs, ...counted } = row as CountedClient & { jobs: { state: JobState; count: number; held: string }[] }
  return {
    jobs: jobs.map((job) => ({ ...job, held: BigInt(job.held) })),
    reputation: toClientReputation(counted),
  }
}

const medianSeconds = sql.raw(
  `case when count(seconds) >= ${leastJobs} then percentile_cont(0.5) within group (order by seconds) end`,
)

/** Only jobs that a worker had count: one that nobody took says nothing about its client. */
function clientRecord(userId: string): SQL {
  return sql`
    select count(*)::int as whole, count(*) filter (where is_settled)::int as settled,
      count(distinct owner) filter (where is_settled)::int as counterparties, ${medianSeconds} as seconds,
      (select count(distinct e.subject_id)::int from events e
        where e.user_id = ${userId} and e.name = ${sealedFaultEvent}) as "sealedFaults"
    from (
      select j.state = 'SETTLED' as is_settled, a.args->>'ownerId' as owner,
        extract(epoch from l.seen_at - ${decidedAt})::float8 as seconds
      from jobs j
      left join funding_snapshots f on f.id = j.snapshot_id
      left join chain_logs l on l.onchain_job_id = j.onchain_job_id and l.event_name = 'JobSettled'
        and l.applied_at is not null
      join lateral (
        select w.args from chain_logs w
        where w.onchain_job_id = j.onchain_job_id and w.event_name = 'JobAssigned' and w.applied_at is not null
        order by w.block_number desc, w.log_index desc limit 1) a on true
      where j.user_id = ${userId} and j.state in ('SETTLED', 'CANCELLED', 'REFUNDED', 'LAPSED')
      order by j.onchain_job_id desc limit ${newest}) ended`
}

function toClientReputation(counted: CountedClient): ClientReputation {
  const { settled, whole, seconds: paymentSecondsMedian, counterparties, sealedFaults } = counted
  const settlementRate = shareOf(settled, whole)
  return { settled, ended: whole, settlementRate, paymentSecondsMedian, counterparties, sealedFaults }
}
