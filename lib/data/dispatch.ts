import { type SQL, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { isOpenSeat } from './live-work.ts'
import { isStale } from './liveness.ts'

export type Candidate = {
  agentId: string
  ownerUserId: string
  address: `0x${string}`
  key: `0x${string}`
}

/** `openSeats` of the owner: those of all the owner's verifiers. */
export type VerifierCandidate = Candidate & { openSeats: number }

export type FitnessQuery = {
  allowUnisolated: boolean
  requalificationSeconds: number
}

type Query = FitnessQuery & {
  /** Of the job's policy document; runtimes that do not read it are left out. */
  policyVersion: number
}

/** Qualified, and not overdue for showing it again by as long as it is good. */
export const isQualified = (seconds: number) => sql`a.qualified_at > now() - make_interval(secs => ${2 * seconds})`

/** Within the owner's hours, by the database's clock in the owner's time zone. */
export const isOnDuty = sql.raw(`(a.hours is null or case when a.hours->>'from' < a.hours->>'to'
  then to_char(now() at time zone (a.hours->>'time_zone'), 'HH24:MI') >= a.hours->>'from'
    and to_char(now() at time zone (a.hours->>'time_zone'), 'HH24:MI') < a.hours->>'to'
  else to_char(now() at time zone (a.hours->>'time_zone'), 'HH24:MI') >= a.hours->>'from'
    or to_char(now() at time zone (a.hours->>'time_zone'), 'HH24:MI') < a.hours->>'to' end)`)

export const isConnected = sql`c.disconnected_at is null and c.key = a.authorised_key and not (${isStale})
  and h.state <> 'draining'`

/** Agent `a` is active, and no operator took it out of work. */
export const isInService = sql.raw(`a.state = 'ACTIVE' and a.suspended_because is null`)

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
    when a.state in ('PROVISIONING', 'SUSPENDED') or a.suspended_because is not null then 'suspended'
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
  const excluded = sql`array[${sql.join(
    query.excludedUserIds.map((id) => sql`${id}::uuid`),
    sql`, `,
  )}]::uuid[]`
  return sql`(select a.* from agents a where a.role = 'verifier' and ${isInService} and a.user_id <> all (${excluded})
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
