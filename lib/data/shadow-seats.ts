import { and, eq, sql } from 'drizzle-orm'
import { shadowSeats } from '#drizzle/schema/shadow-seats.ts'
import type { VerdictKind } from '../domain/agent.ts'
import type { EventName } from '../domain/event-name.ts'
import { type ShadowOutcome, shadowDays } from '../domain/shadow-seat.ts'
import type { Database, Transaction } from './database.ts'
import { type Candidate, isConnected, isInService, isOnDuty, isQualified } from './dispatch.ts'
import { chainTime } from './live-work.ts'
import { onlyRow } from './only-row.ts'

export type ShadowRow = typeof shadowSeats.$inferSelect
export type NewShadow = typeof shadowSeats.$inferInsert

/** A verifier without anything to do, with how much it had to judge of late. */
export type FreeVerifier = Candidate & { policyVersion: number; seats: number; idleSeconds: number }

type FreeQuery = { allowUnisolated: boolean; requalificationSeconds: number; everyDays: number }

/**
 * Verifiers that could be drawn for a seat now and owe nothing by our own record: no seat, calibration or probe, and no
 * shadow seat. One that calls itself busy is drawn for seats, so it is here, too. In an order that nobody knows.
 */
export async function listFreeVerifiers(db: Database, query: FreeQuery, limit: number): Promise<FreeVerifier[]> {
  const rows = await db.execute(sql`
    select a.id as "agentId", a.user_id as "ownerUserId", a.wallet_address as address, a.authorised_key as key,
      h.policy_version as "policyVersion",
      (select count(*)::int from seats s where s.agent_id = a.id
        and s.created_at > now() - make_interval(days => ${query.everyDays})) as seats,
      extract(epoch from now() - coalesce((select max(x.created_at) from shadow_seats x where x.agent_id = a.id),
        (select s.done_at from agent_steps s where s.agent_id = a.id and s.step = 'QUALIFICATION'),
        a.created_at))::float8 as "idleSeconds"
    from agents a
    join runtime_connections c on c.agent_id = a.id
    join runtime_heartbeats h on h.agent_id = a.id
    where a.role = 'verifier' and ${isInService} and ${isConnected} and ${isQualified(query.requalificationSeconds)}
      and (c.isolation <> 'none' or ${query.allowUnisolated}) and ${isOnDuty}
      and not exists (select 1 from seats s where s.agent_id = a.id and s.state in ('DRAWN', 'SEATED'))
      and not exists (select 1 from qualifications q where q.agent_id = a.id and q.state = 'OPEN')
      and not exists (select 1 from probes p where p.agent_id = a.id and p.state = 'ASKED')
      and not exists (select 1 from shadow_seats x where x.agent_id = a.id and x.state = 'OPEN')
    order by random() limit ${limit}`)
  return rows as unknown as FreeVerifier[]
}

/** A judged result of a job that has ended, which the verifier's owner had nothing to do with. */
export type ShadowCandidate = {
  onchainJobId: bigint
  attempt: number
  clientUserId: string
  workerUserId: string
  passed: boolean
  /** Whether the base fails by a command that has to pass on the result. */
  baseFails: boolean
  verificationSeconds: bigint
}

/** As many of the jobs that ended last are looked through. */
const jobsMax = 500

/** Several owners say that the record of job `job` is wrong, and no fewer than say that it is right. */
const isDoubted = (job: string) =>
  sql.raw(`(select count(distinct d.owner_user_id) filter (where d.outcome = 'MISSED') >= 2
    and count(*) filter (where d.outcome = 'MISSED') >= count(*) filter (where d.outcome = 'AGREED')
    from shadow_seats d where d.onchain_job_id = ${job})`)

/** Whether the owner of agent `a` has seen anything of job `j` or of its draft. */
const hasSeen = sql.raw(`(j.user_id = a.user_id
  or exists (select 1 from assignments w where w.onchain_job_id = j.onchain_job_id and w.owner_user_id = a.user_id)
  or exists (select 1 from seats s where s.onchain_job_id = j.onchain_job_id and s.owner_user_id = a.user_id)
  or exists (select 1 from shadow_seats x where x.onchain_job_id = j.onchain_job_id and x.owner_user_id = a.user_id)
  or exists (select 1 from probes p where p.draft_id = j.draft_id
    and (p.owner_user_id = a.user_id or p.passed_over ? a.user_id::text)))`)

/**
 * The newest results that at least two verifiers judged alike and none otherwise, of jobs that ended of late. Only of
 * repositories that were public at funding and that the host still calls public, so nothing private is shown.
 */
export async function listShadowCandidates(
  db: Database,
  { agentId, policyVersion }: Pick<FreeVerifier, 'agentId' | 'policyVersion'>,
  limit: number,
): Promise<ShadowCandidate[]> {
  const rows = await db.execute(sql`
    select j.onchain_job_id::text as job, t.attempt, j.user_id as "clientUserId", t.owner_user_id as "workerUserId",
      t.state = 'PASSED' as passed, f.verification_window::text as "window",
      f.policy_document->'commands' @> '[{"expect": "fails_then_passes"}]' as "baseFails"
    from agents a
    cross join (
      select * from jobs where state in ('SETTLED', 'REJECTED', 'REFUNDED', 'CANCELLED', 'LAPSED')
        and updated_at > now() - make_interval(days => ${shadowDays.job})
      order by updated_at desc limit ${jobsMax}
    ) j
    join funding_snapshots f on f.id = j.snapshot_id
    join assignments t on t.onchain_job_id = j.onchain_job_id and t.state in ('PASSED', 'REJECTED')
    join results r on r.assignment_id = t.id
    where a.id = ${agentId}
      and (f.policy_document->>'version')::int <= ${policyVersion}
      and not (f.task_document->'repository'->>'private')::boolean
      and exists (select 1 from repository_accesses p where p.user_id = j.user_id and not p.private
        and p.repository_id = (f.task_document->'repository'->>'id')::bigint and p.removed_at is null)
      and not ${hasSeen} and not ${isDoubted('j.onchain_job_id')}
      and (select count(distinct s.owner_user_id) filter (where s.state = 'RECORDED') >= 2
          and bool_and((s.verdict = 'PASS') = (t.state = 'PASSED')) filter (where s.verdict in ('PASS', 'FAIL'))
          and count(*) filter (where s.contradiction is not null) = 0
        from seats s where s.onchain_job_id = t.onchain_job_id and s.attempt = t.attempt)
    order by j.updated_at desc limit ${limit}`)
  type Found = Omit<ShadowCandidate, 'onchainJobId' | 'verificationSeconds'> & { job: string; window: string }
  return (rows as unknown as Found[]).map(({ job, window, ...row }) => ({
    ...row,
    onchainJobId: BigInt(job),
    verificationSeconds: BigInt(window),
  }))
}

/** Throws a unique violation when the agent has an open one, or its owner had one of the job. */
export async function insertShadow(tx: Transaction, row: NewShadow): Promise<ShadowRow> {
  return onlyRow(await tx.insert(shadowSeats).values(row).returning())
}

export async function findShadow(db: Database, id: string, agentId: string): Promise<ShadowRow | undefined> {
  const [row] = await db
    .select()
    .from(shadowSeats)
    .where(and(eq(shadowSeats.id, id), eq(shadowSeats.agentId, agentId)))
  return row
}

export async function noteShadowTaken(tx: Transaction, id: string): Promise<void> {
  await tx
    .update(shadowSeats)
    .set({ takenAt: sql`coalesce(${shadowSeats.takenAt}, now())` })
    .where(eq(shadowSeats.id, id))
}

type ShadowAnswer = { verdict: VerdictKind; evidenceHash: `0x${string}` | null; outcome: ShadowOutcome }

/** Stores the answer once; false when there is one or the shadow seat is over. */
export async function answerShadow(tx: Transaction, id: string, answer: ShadowAnswer): Promise<boolean> {
  const rows = await tx
    .update(shadowSeats)
    .set({ ...answer, state: 'ANSWERED', answeredAt: sql`now()`, endedAt: sql`now()` })
    .where(and(eq(shadowSeats.id, id), eq(shadowSeats.state, 'OPEN')))
    .returning({ id: shadowSeats.id })
  return rows.length > 0
}

/** Ends those whose time is over by the chain's clock, or by ours where the chain stands still. */
export function endOverdueShadows(tx: Transaction): Promise<Pick<ShadowRow, 'id' | 'agentId'>[]> {
  const isOver = sql`(${shadowSeats.verifyBy} < ${sql.raw(chainTime)}
    or ${shadowSeats.verifyBy} < extract(epoch from now()) - 60)`
  return tx
    .update(shadowSeats)
    .set({ state: 'SILENT', outcome: 'APART', endedAt: sql`now()` })
    .where(and(eq(shadowSeats.state, 'OPEN'), isOver))
    .returning({ id: shadowSeats.id, agentId: shadowSeats.agentId })
}

/** As `dismissSeatsOfKey`. */
export async function dismissShadowsOfKey(tx: Transaction, key: `0x${string}`): Promise<void> {
  await tx
    .update(shadowSeats)
    .set({ state: 'DISMISSED', endedAt: sql`now()` })
    .where(and(eq(shadowSeats.key, key), eq(shadowSeats.state, 'OPEN')))
}

export type Miss = { job: string; attempt: number; verdict: string }
export type MissingVerifier = { agentId: string; misses: Miss[] }

/** Verifiers at work whose newest verdicts hold so many misses that nobody doubts. */
export async function listMissingVerifiers(
  db: Database,
  { misses, among }: { misses: number; among: number },
): Promise<MissingVerifier[]> {
  const rows = await db.execute(sql`
    select agent_id as "agentId", json_agg(json_build_object('job', onchain_job_id::text, 'attempt', attempt,
      'verdict', verdict) order by answered_at) filter (where outcome = 'MISSED') as misses
    from (
      select s.*, row_number() over (partition by s.agent_id order by s.answered_at desc) as place
      from shadow_seats s join agents a on a.id = s.agent_id
      where s.outcome in ('AGREED', 'MISSED') and s.counted_at is null and a.state in ('ACTIVE', 'PAUSED')
        and s.agent_id in (select m.agent_id from shadow_seats m where m.outcome = 'MISSED' and m.counted_at is null
          group by 1 having count(*) >= ${misses})
        and not ${isDoubted('s.onchain_job_id')}
    ) newest
    where place <= ${among} group by agent_id having count(*) filter (where outcome = 'MISSED') >= ${misses}
    order by agent_id limit 50`)
  return rows as unknown as MissingVerifier[]
}

/** What the agent has answered so far was weighed; it starts afresh. */
export async function countShadows(tx: Transaction, agentId: string): Promise<void> {
  await tx.execute(sql`update shadow_seats set counted_at = now()
    where agent_id = ${agentId} and counted_at is null and state = 'ANSWERED'`)
}

/** Jobs whose record is doubted since an answer of the last day, without those of which that event was recorded. */
export async function listDoubtedJobs(db: Database, recordedEvent: EventName): Promise<string[]> {
  const rows = await db.execute(sql`
    select distinct s.onchain_job_id::text as job from shadow_seats s
    where s.outcome = 'MISSED' and s.answered_at > now() - interval '1 day' and ${isDoubted('s.onchain_job_id')}
      and not exists (select 1 from events e where e.subject_type = 'shadow_seat'
        and e.subject_id = s.onchain_job_id::text and e.name = ${recordedEvent})
    order by job limit 50`)
  return (rows as unknown as { job: string }[]).map(({ job }) => job)
}
