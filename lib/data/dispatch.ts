import { type SQL, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { chainTime, isBinding, isOpenSeat } from './live-work.ts'

export type Candidate = {
  agentId: string
  ownerUserId: string
  address: `0x${string}`
  key: `0x${string}`
}

/** `openSeats` of the owner: those of all the owner's verifiers. */
export type VerifierCandidate = Candidate & { openSeats: number }

type Query = {
  allowUnisolated: boolean
  requalificationSeconds: number
  /** Of the job's policy document; runtimes that do not read it are left out. */
  policyVersion: number
}

type WorkerQuery = Query & {
  jobId: bigint
  clientUserId: string
  reward: bigint
  silenceShareBps: number
  repository: { id: number; full_name: string }
  /** Owners of verifiers that had a seat on a job with sealed files have been given those. */
  isSealed: boolean
}

/** Qualified, and not overdue for showing it again by as long as it is good. */
export const isQualified = (seconds: number) => sql`a.qualified_at > now() - make_interval(secs => ${2 * seconds})`

/** Within the owner's hours, by the database's clock in the owner's time zone. */
export const isOnDuty = sql.raw(`(a.hours is null or case when a.hours->>'from' < a.hours->>'to'
  then to_char(now() at time zone (a.hours->>'time_zone'), 'HH24:MI') >= a.hours->>'from'
    and to_char(now() at time zone (a.hours->>'time_zone'), 'HH24:MI') < a.hours->>'to'
  else to_char(now() at time zone (a.hours->>'time_zone'), 'HH24:MI') >= a.hours->>'from'
    or to_char(now() at time zone (a.hours->>'time_zone'), 'HH24:MI') < a.hours->>'to' end)`)

/** One of the repositories and languages that the owner named, if any were. */
function isWanted({ clientUserId, repository }: WorkerQuery): SQL {
  const name = repository.full_name.toLowerCase()
  return sql`(a.repositories = '[]' or exists (select 1 from jsonb_array_elements_text(a.repositories) r
      where lower(r) in (${name}, ${`${name.split('/')[0]}/*`})))
    and (a.languages = '[]' or exists (select 1 from jsonb_array_elements_text(a.languages) l
      join repository_accesses p on lower(p.language) = lower(l)
      where p.user_id = ${clientUserId} and p.repository_id = ${repository.id}))`
}

/** Two and a half heartbeats without one, and at least six seconds, make a runtime stale. */
export const isConnected = sql.raw(`c.disconnected_at is null and c.key = a.authorised_key
  and h.at > now() - greatest(make_interval(secs => h.interval_ms * 0.0025), interval '6 seconds')
  and h.state <> 'draining'`)

/**
 * Workers that may be offered the job now, those first whose owner has waited longest, whichever of the owner's agents
 * was asked last. Never the client's own, never an owner who was rejected on the job, gave it back or let it lie, who
 * has seen its sealed files or has an open offer, and no agent that is full or resting.
 */
export async function listEligibleWorkers(db: Database, query: WorkerQuery): Promise<Candidate[]> {
  const rows = await db.execute(sql`
    select a.id as "agentId", a.user_id as "ownerUserId", a.wallet_address as address, a.authorised_key as key
    from agents a
    join runtime_connections c on c.agent_id = a.id
    join runtime_heartbeats h on h.agent_id = a.id
    where a.role = 'worker' and a.state = 'ACTIVE' and ${isConnected} and ${isQualified(query.requalificationSeconds)}
      and (c.isolation <> 'none' or ${query.allowUnisolated})
      and h.policy_version >= ${query.policyVersion}
      and a.user_id <> ${query.clientUserId} and a.min_reward <= ${query.reward.toString()}::numeric
      and a.min_silence_share_bps <= ${query.silenceShareBps}
      and ${isOnDuty} and ${isWanted(query)}
      and (a.resting_until is null or a.resting_until <= now())
      and not exists (select 1 from rejections r
        where r.onchain_job_id = ${query.jobId.toString()}::numeric and r.owner_user_id = a.user_id)
      and not exists (select 1 from assignments g where g.onchain_job_id = ${query.jobId.toString()}::numeric
        and g.owner_user_id = a.user_id and g.attempt is not null and g.state = 'RELEASED')
      and not (${query.isSealed} and exists (select 1 from seats s
        where s.onchain_job_id = ${query.jobId.toString()}::numeric and s.owner_user_id = a.user_id))
      and not exists (select 1 from assignments x where x.owner_user_id = a.user_id and x.state = 'OFFERED' and ${isBinding})
      and (select count(*) from assignments x where x.agent_id = a.id and ${isBinding}) < a.max_concurrent_jobs
    order by (select max(o.last_offered_at) from agents o where o.user_id = a.user_id and o.role = 'worker')
      asc nulls last, a.last_offered_at asc
    limit 50`)
  return rows as unknown as Candidate[]
}

type VerifierQuery = Query & {
  excludedUserIds: readonly string[]
  /** How many open seats one verifier may have. */
  seatsPerVerifier: number
  /** Only those that try the commands of drafts, and are not at it. */
  forProbe?: 'any' | 'idle'
}

function canProbe(which: VerifierQuery['forProbe']): SQL {
  if (!which) return sql``
  if (which === 'any') return sql` and h.probes`
  return sql` and h.probes and not exists (select 1 from probes p where p.agent_id = a.id and p.state = 'ASKED')`
}

/** Why the service passes a verifier over when the draw calls it. */
type Unavailability = 'suspended' | 'unqualified' | 'paused' | 'offline' | 'unfit' | 'full'
export type VerifierStanding = Candidate & { reason: Unavailability | null }

/** Unfit is a runtime without the isolation that is asked for, or that does not read the job's policy. */
function whyUnavailable(query: Query & { seatsPerVerifier: number }): SQL {
  return sql`case
    when a.state in ('PROVISIONING', 'SUSPENDED') then 'suspended'
    when (${isQualified(query.requalificationSeconds)}) is not true then 'unqualified'
    when a.state <> 'ACTIVE' or not ${isOnDuty} then 'paused'
    when (${isConnected}) is not true then 'offline'
    when c.isolation = 'none' and not ${query.allowUnisolated} or h.policy_version < ${query.policyVersion} then 'unfit'
    when (select count(*) from seats s where s.agent_id = a.id and ${isOpenSeat}) >= ${query.seatsPerVerifier} then 'full'
  end`
}

/** How these verifiers stand now; an address that is missing in the answer is no verifier of this service. */
export async function listVerifierStandings(
  db: Database,
  addresses: readonly `0x${string}`[],
  query: Query & { seatsPerVerifier: number },
): Promise<VerifierStanding[]> {
  const rows = await db.execute(sql`
    select a.id as "agentId", a.user_id as "ownerUserId", a.wallet_address as address, a.authorised_key as key,
      ${whyUnavailable(query)} as reason
    from agents a
    left join runtime_connections c on c.agent_id = a.id
    left join runtime_heartbeats h on h.agent_id = a.id
    where a.role = 'verifier' and a.wallet_address in (${sql.join(
      addresses.map((address) => sql`${address}`),
      sql`, `,
    )})`)
  return rows as unknown as VerifierStanding[]
}

/** Verifiers that are up, have room for another seat, and belong to none of these people. */
function eligibleVerifiers(query: VerifierQuery): SQL {
  const excluded = sql.join(
    query.excludedUserIds.map((id) => sql`${id}::uuid`),
    sql`, `,
  )
  return sql`(select a.* from agents a where a.role = 'verifier' and a.state = 'ACTIVE' and a.user_id not in (${excluded})
      order by a.user_id, a.id) a
    cross join lateral (select 1 from runtime_connections c join runtime_heartbeats h on h.agent_id = c.agent_id
      where c.agent_id = a.id${canProbe(query.forProbe)} and ${whyUnavailable(query)} is null offset 0) up`
}

/** Eligible verifiers by chance, all if there are no more than so many. */
export async function drawEligibleVerifiers(
  db: Database,
  query: VerifierQuery,
  limit = 500,
): Promise<VerifierCandidate[]> {
  const rows = await db.execute(sql`
    with drawn as materialized (select a.* from ${eligibleVerifiers(query)} order by random() limit ${limit})
    select a.id as "agentId", a.user_id as "ownerUserId", a.wallet_address as address, a.authorised_key as key,
      (select count(*)::int from seats s where s.owner_user_id = a.user_id and ${isOpenSeat}) as "openSeats"
    from drawn a`)
  return rows as unknown as VerifierCandidate[]
}

/** Owners of eligible verifiers, no more than so many of them: the search ends with the last of these. */
export async function listEligibleOwners(db: Database, query: VerifierQuery, limit: number): Promise<string[]> {
  const rows = await db.execute(sql`
    select distinct a.user_id as id from ${eligibleVerifiers(query)} order by 1 limit ${limit}`)
  return (rows as unknown as { id: string }[]).map(({ id }) => id)
}

const isRunning = sql.raw(`j.state in ('OPEN', 'ASSIGNED', 'SUBMITTED') and j.snapshot_id is not null`)

/** The contract holds money of the job and allows anyone to end it, or its attempt, by the time of the newest block. */
const isOverdue = sql.raw(`(j.state in ('EXPIRED', 'REJECTED') and j.held > 0
  or j.state = 'OPEN' and j.open_until < ${chainTime}
  or j.state in ('ASSIGNED', 'SUBMITTED') and exists (select 1 from assignments x
    where x.onchain_job_id = j.onchain_job_id and x.state in ('ASSIGNED', 'SUBMITTED') and x.deadline < ${chainTime}))`)

/** Jobs that something may have to be done about, those first that were looked at longest ago. */
export function listJobsToAdvance(db: Database, seconds: number, limit: number): Promise<bigint[]> {
  return listJobs(db, isRunning, seconds, limit)
}

/** Jobs that can be ended now, those that this service did not build among them. */
export function listJobsToEnd(db: Database, seconds: number, limit: number): Promise<bigint[]> {
  return listJobs(db, isOverdue, seconds, limit)
}

async function listJobs(db: Database, which: SQL, seconds: number, limit: number): Promise<bigint[]> {
  const rows = await db.execute(sql`
    select j.onchain_job_id::text as id from jobs j
    left join executions e on e.onchain_job_id = j.onchain_job_id
    where ${which} and (e.looked_at is null or e.looked_at < now() - make_interval(secs => ${seconds}))
    order by e.looked_at asc nulls first
    limit ${limit}`)
  return (rows as unknown as { id: string }[]).map((row) => BigInt(row.id))
}
