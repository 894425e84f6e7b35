import { sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { listSeatsOfJobs, type SeatRow } from './seats.ts'

export type FailedAttempt = {
  onchainJobId: bigint
  attempt: number
  agentAddress: `0x${string}`
  /** Rejected by its verifiers, or ended without a decision. */
  isRejected: boolean
  endedAt: Date
  /** What its verifiers were paid, by the escrow's final events. */
  fees: bigint
  /** Attempts that the terms still allow; null for a job that was not made here. */
  attemptsLeft: number | null
  /** What the escrow holds of the job now. */
  held: bigint
  isJobEnded: boolean
  /** Why is kept from the worker's owner until the job ends, since it may reveal sealed files. */
  isEvidenceHidden: boolean
  /** Everything that its verifiers answered, votes or not. */
  verdicts: SeatRow[]
}

/** A job’s for its client, or for the worker of a later attempt; or an agent’s for its owner. */
type Of = { jobId: bigint; reader: 'client' | 'worker' } | { agentId: string }

/**
 * Attempts whose result was rejected, or that ended undecided, the newest first. None that is still open: a verdict
 * that another verifier could copy is never shown.
 */
export async function listFailedAttempts(db: Database, of: Of, limit: number): Promise<FailedAttempt[]> {
  const found = await findFailedAttempts(db, of, limit)
  const ids = [...new Set(found.map(({ onchainJobId }) => onchainJobId))]
  return withVerdicts(found, ids.length === 0 ? [] : await listSeatsOfJobs(db, ids))
}

/** With the answers among these seats of their jobs, which are read after the attempts, so that none lacks a verdict. */
export function withVerdicts(
  found: readonly Omit<FailedAttempt, 'verdicts'>[],
  seats: readonly SeatRow[],
): FailedAttempt[] {
  return found.map((row) => ({
    ...row,
    verdicts: seats.filter(
      ({ onchainJobId, attempt, verdict }) =>
        onchainJobId === row.onchainJobId && attempt === row.attempt && verdict !== null,
    ),
  }))
}

/** The same attempts without what their verifiers answered. */
export async function findFailedAttempts(
  db: Database,
  of: Of,
  limit: number,
): Promise<Omit<FailedAttempt, 'verdicts'>[]> {
  const own = 'jobId' in of ? sql`a.onchain_job_id = ${of.jobId.toString()}::numeric` : sql`a.agent_id = ${of.agentId}`
  // The client wrote the sealed files.
  const isHidden =
    'reader' in of && of.reader === 'client'
      ? sql`false`
      : sql`exists (select 1 from jobs j join funding_snapshots f on f.id = j.snapshot_id
          where j.onchain_job_id = a.onchain_job_id and j.state in ('OPEN', 'ASSIGNED', 'SUBMITTED')
            and f.policy_document->>'sealed_evidence' = 'outcome')`
  const rows = await db.execute(sql`
    select a.onchain_job_id::text as id, a.attempt, a.agent_address as "agentAddress",
      a.state = 'REJECTED' as "isRejected", a.ended_at as "endedAt",
      ${isHidden} as "isEvidenceHidden", j.held::text as held,
      j.state not in ('OPEN', 'ASSIGNED', 'SUBMITTED') as "isJobEnded",
      greatest(0, (f.policy_document->>'max_attempts')::int - (
        select count(*) from chain_logs l where l.onchain_job_id = a.onchain_job_id
          and l.event_name = 'AttemptRejected' and l.applied_at is not null
      ))::int as "attemptsLeft",
      (select coalesce(sum((l.args->>'fee')::numeric), 0)::text from chain_logs l
        where l.onchain_job_id = a.onchain_job_id and l.event_name = 'VerdictRecorded' and l.applied_at is not null
          and (l.args->>'attempt')::int = a.attempt) as fees
    from assignments a
    join jobs j on j.onchain_job_id = a.onchain_job_id
    left join funding_snapshots f on f.id = j.snapshot_id
    where ${own} and a.ended_at is not null and a.state in ('REJECTED', 'RELEASED', 'LAPSED')
      and exists (select 1 from results r where r.assignment_id = a.id)
    order by a.ended_at desc
    limit ${limit}`)
  const found = rows as unknown as (Omit<FailedAttempt, 'onchainJobId' | 'verdicts' | 'held' | 'fees'> &
    Record<'id' | 'held' | 'fees', string>)[]
  return found.map(({ id, ...row }) => {
    const amounts = { held: BigInt(row.held), fees: BigInt(row.fees) }
    return { ...row, ...amounts, onchainJobId: BigInt(id), endedAt: new Date(row.endedAt) }
  })
}
