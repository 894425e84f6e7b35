import { type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from './database.ts'
import { type Candidate, type FitnessQuery, isConnected, isInService, isOnDuty, isQualified } from './dispatch.ts'
import { isBinding } from './live-work.ts'

/** A worker that may be offered the job. */
export type Fit = Candidate & { jobId: bigint }

/** What workers are compared with of open job `e`; `w` in the conditions below. */
const terms = sql.raw(`(
  select j.onchain_job_id as id, j.user_id as client_id, f.reward, f.silence_share_bps,
    (f.policy_document->>'version')::int as policy_version, jsonb_array_length(f.sealed_files) > 0 as is_sealed,
    lower(f.task_document->'repository'->>'full_name') as repository,
    (select lower(p.language) from repository_accesses p where p.user_id = j.user_id
      and p.repository_id = (f.task_document->'repository'->>'id')::bigint) as language
  from jobs j join funding_snapshots f on f.id = j.snapshot_id
  where j.onchain_job_id = e.onchain_job_id and j.state = 'OPEN' offset 0)`)

/** Worker `a` with its runtime is up, and neither it nor its owner has as much as it may; whatever the job. */
function isFree({ requalificationSeconds, allowUnisolated }: FitnessQuery): SQL {
  return sql`a.role = 'worker' and ${isInService} and ${isConnected} and ${isQualified(requalificationSeconds)}
    and (c.isolation <> 'none' or ${allowUnisolated})
    and ${isOnDuty}
    and (a.resting_until is null or a.resting_until <= now())
    and not exists (select 1 from assignments x where x.owner_user_id = a.user_id and x.state = 'OFFERED' and ${isBinding})
    and (select count(*) from assignments x where x.agent_id = a.id and ${isBinding}) < a.max_concurrent_jobs`
}

/**
 * Each `offset 0` here keeps the planner from reading a whole table once instead of one index for each pair.
 * Free worker `a` may be offered job `w`: its owner accepts the terms and is not the client, was not rejected on the job,
 * did not give it back or let it lie, and has not seen its sealed files as the owner of a verifier.
 */
const fits = sql`a.user_id <> w.client_id and a.min_reward <= w.reward
  and a.min_silence_share_bps <= w.silence_share_bps and a.policy_version >= w.policy_version
  and (a.repositories = '[]' or exists (select 1 from jsonb_array_elements_text(a.repositories) r
    where lower(r) in (w.repository, split_part(w.repository, '/', 1) || '/*')))
  and (a.languages = '[]' or exists (select 1 from jsonb_array_elements_text(a.languages) l where lower(l) = w.language))
  and not exists (select 1 from rejections r where r.onchain_job_id = w.id and r.owner_user_id = a.user_id offset 0)
  and not exists (select 1 from assignments g where g.onchain_job_id = w.id
    and g.owner_user_id = a.user_id and g.attempt is not null and g.state = 'RELEASED' offset 0)
  and not (w.is_sealed and exists (select 1 from seats s
    where s.onchain_job_id = w.id and s.owner_user_id = a.user_id))`

const columns = sql.raw(`a.id, a.user_id, a.wallet_address, a.authorised_key, a.min_reward, a.min_silence_share_bps,
  a.repositories, a.languages, h.policy_version`)

/**
 * Free workers for these jobs, the oldest job first, and for each those first whose owner has waited longest, whichever of
 * the owner's agents was asked last: of each owner one, and of a job's owners as many as leave it one when each job before
 * it takes another, and `spare` more. `isWhole` unless only the first `most` free workers were compared.
 */
export async function listFits(
  db: Database,
  jobIds: readonly bigint[],
  query: FitnessQuery & { most: number; spare: number },
): Promise<{ fits: Fit[]; isWhole: boolean }> {
  const ids = sql.join(
    jobIds.map((id) => sql`${id.toString()}::numeric`),
    sql`, `,
  )
  const rows = (await db.execute(sql`
    with job as materialized (
      select w.*, row_number() over (order by w.id) as place from unnest(array[${ids}]) e(onchain_job_id)
      cross join lateral ${terms} w),
    queue as (
      select a.id, a.last_offered_at, max(a.last_offered_at) over (partition by a.user_id) as owner_offered_at
      from agents a where a.role = 'worker'),
    free as materialized (
      select up.*, row_number() over (order by q.owner_offered_at nulls last, q.last_offered_at, q.id) as rank
      from (select * from queue order by owner_offered_at nulls last, last_offered_at, id offset 0) q
      cross join lateral (select ${columns} from agents a
        join runtime_connections c on c.agent_id = a.id join runtime_heartbeats h on h.agent_id = a.id
        where a.id = q.id and ${isFree(query)} offset 0) up
      order by rank limit ${query.most}),
    fit as (
      select distinct on (w.place, a.user_id) w.id as job_id, w.place, a.* from job w join free a on ${fits}
      order by w.place, a.user_id, a.rank),
    chosen as (select *, row_number() over (partition by place order by rank) as choice from fit)
    select n.free::int, x.* from (select count(*) as free from free) n left join lateral (
      select job_id::text as "jobId", id as "agentId", user_id as "ownerUserId", wallet_address as address,
        authorised_key as key, place, rank from chosen where choice <= place + ${query.spare}) x on true
    order by x.place, x.rank`)) as unknown as (Fit & { jobId: string | null; free: number })[]
  const found = rows.filter((row) => row.jobId !== null)
  return {
    fits: found.map(({ jobId, agentId, ownerUserId, address, key }) => ({
      jobId: BigInt(jobId),
      agentId,
      ownerUserId,
      address,
      key,
    })),
    isWhole: (rows[0]?.free ?? 0) < query.most,
  }
}

/** For each of these workers that is free, the oldest jobs that wait for a worker and that it may be offered. */
export async function listWaitingJobs(
  db: Database,
  agentIds: readonly string[],
  query: FitnessQuery & { perAgent: number },
): Promise<Fit[]> {
  const ids = sql.join(
    agentIds.map((id) => sql`${id}::uuid`),
    sql`, `,
  )
  const rows = await db.execute(sql`
    with free as materialized (
      select ${columns}, a.last_offered_at from agents a
      join runtime_connections c on c.agent_id = a.id
      join runtime_heartbeats h on h.agent_id = a.id
      where a.id in (${ids}) and ${isFree(query)})
    select w.id::text as "jobId", a.id as "agentId", a.user_id as "ownerUserId", a.wallet_address as address,
      a.authorised_key as key
    from free a cross join lateral (
      select w.id from (select onchain_job_id from executions where waits_for = 'WORKER'
        order by onchain_job_id offset 0) e
      cross join lateral ${terms} w where ${fits} order by e.onchain_job_id limit ${query.perAgent}) w
    order by w.id, a.last_offered_at, a.id`)
  return (rows as unknown as (Fit & { jobId: string })[]).map((row) => ({ ...row, jobId: BigInt(row.jobId) }))
}

/** One matching at a time, until the transaction ends, so that no two of them offer jobs to one owner. */
export async function lockMatching(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(6150003)`)
}
