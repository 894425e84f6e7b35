import { type SQL, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { chainTime } from './live-work.ts'

/** A job that one worker checks; `lease` is its due time until then, in case the program dies. */
export type DueJob = { id: bigint; lease: string }

/** When a job is due again though nothing happens to it, and what it waits for. */
export type NextCheck = {
  reason: string | null
  waitsFor: 'WORKER' | 'VERIFIERS' | null
  /** The next deadline of the contract, in its seconds. */
  deadline: bigint | null
  /** At the latest after so many seconds; null for a job that is over. */
  afterSeconds: number | null
}

/** As long as a check may take before another worker repeats it. */
const leaseSeconds = 60

/** The later of the database's clock and the chain's, so that a deadline of the contract is due by whichever is ahead. */
const clock = sql.raw(`greatest(now(), to_timestamp(${chainTime}::float8))`)

/** Due jobs that no other worker checks now, those first that are due longest. */
export function claimDueJobs(db: Database, limit: number): Promise<DueJob[]> {
  return claim(
    db,
    sql`select d.onchain_job_id from executions d where d.due_at <= ${clock}
      order by d.due_at limit ${limit} for update skip locked`,
  )
}

/** These jobs, due or not. */
export function claimJobs(db: Database, ids: readonly bigint[]): Promise<DueJob[]> {
  return ids.length === 0 ? Promise.resolve([]) : claim(db, sql`select unnest(array[${listOf(ids)}])`)
}

const listOf = (ids: readonly bigint[]) =>
  sql.join(
    ids.map((id) => sql`${id.toString()}::numeric`),
    sql`, `,
  )

async function claim(db: Database, which: SQL): Promise<DueJob[]> {
  const rows = await db.execute(sql`
    update executions e set looked_at = now(), due_at = ${clock} + make_interval(secs => ${leaseSeconds})
    where e.onchain_job_id = any(array(${which}))
    returning e.onchain_job_id::text as id, e.due_at::text as lease`)
  return (rows as unknown as { id: string; lease: string }[]).map(({ id, lease }) => ({ id: BigInt(id), lease }))
}

/**
 * Writes what a check found and when the job is due next. What happened to the job since the check began has made it due
 * already, and it stays so.
 */
export async function finishCheck(db: Database, { id, lease }: DueJob, next: NextCheck): Promise<void> {
  const { reason, waitsFor, deadline, afterSeconds } = next
  // A chain that is behind the database's clock has not reached a deadline that is due; it is asked again each second.
  const atDeadline =
    deadline === null
      ? sql`null::timestamptz`
      : sql`greatest(to_timestamp(${Number(deadline)}::float8), ${clock} + interval '1 second')`
  const atExpiry = sql`(select greatest(x.offer_expires_at, ${clock} + interval '1 second') from assignments x
    where x.onchain_job_id = e.onchain_job_id and x.state = 'OFFERED')`
  const dueAt =
    afterSeconds === null
      ? sql`null::timestamptz`
      : sql`least(${clock} + make_interval(secs => ${afterSeconds}), ${atDeadline}, ${atExpiry})`
  await db.execute(sql`
    update executions e set reason = ${reason}, waits_for = ${waitsFor}, looked_at = now(),
      due_at = case when e.due_at = ${lease}::timestamptz then ${dueAt} else least(e.due_at, ${dueAt}) end
    where e.onchain_job_id = ${id.toString()}::numeric`)
}

/** A check that failed is repeated soon, after all that is due by then. */
export async function repeatCheck(db: Database, { id, lease }: DueJob): Promise<void> {
  await db.execute(sql`
    update executions e set due_at = least(nullif(e.due_at, ${lease}::timestamptz), ${clock} + interval '2 seconds')
    where e.onchain_job_id = ${id.toString()}::numeric`)
}

/**
 * Makes all jobs due that are not over, in case events were lost while no worker ran: active jobs at once, those that
 * wait for a person spread over ten minutes, so that they do not hold up the others.
 */
export async function makeAllDue(db: Database): Promise<void> {
  await db.execute(sql`
    update executions set due_at = least(due_at,
      now() + case when waits_for is null then interval '0' else random() * interval '10 minutes' end)
    where due_at is not null`)
}

/** Makes the jobs due whose last check noted this reason. */
export async function makeDueBecause(db: Database, reason: string): Promise<void> {
  await db.execute(sql`update executions set due_at = least(due_at, now()) where reason = ${reason}`)
}

/**
 * Makes jobs due that wait for verifiers and may have enough now, of whom these are some owners: open ones with as many
 * as they need, and results without a panel, of which twenty are tried at a time.
 */
export async function makeDueForVerifiers(db: Database, ownerIds: readonly string[]): Promise<void> {
  const owners = sql`array[${sql.join(
    ownerIds.map((id) => sql`${id}::uuid`),
    sql`, `,
  )}]::uuid[]`
  await db.execute(sql`
    update executions e set due_at = least(e.due_at, now()) where e.onchain_job_id in (
      select w.onchain_job_id from executions w
      join jobs j on j.onchain_job_id = w.onchain_job_id and j.state = 'OPEN'
      join funding_snapshots f on f.id = j.snapshot_id
      where w.waits_for = 'VERIFIERS' and cardinality(array_remove(${owners}, j.user_id)) > f.verifiers
      union all
      (select w.onchain_job_id from executions w
      join jobs j on j.onchain_job_id = w.onchain_job_id and j.state <> 'OPEN'
      where w.waits_for = 'VERIFIERS' order by w.looked_at limit 20))`)
}
