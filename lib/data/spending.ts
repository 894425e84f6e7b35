import { sql } from 'drizzle-orm'
import type { Database } from './database.ts'

/** What a client put into the escrow in a month (UTC), what became of it, and what was held at the end; base units. */
export type MonthOfSpending = Record<'funded' | 'rewards' | 'fees' | 'returned' | 'held', bigint> & { month: string }

/** What an event moved out of the escrow or into it. */
const units = {
  funded: `case name when 'JobCreated' then args->>'held' end`,
  rewards: `case name when 'JobSettled' then args->>'reward' when 'JobLapsed' then args->>'toWorker' end`,
  fees: `case name when 'VerdictRecorded' then args->>'fee' end`,
  returned: `case name when 'JobSettled' then args->>'returned' when 'JobLapsed' then args->>'toClient'
    when 'JobCancelled' then args->>'amount' when 'JobRefunded' then args->>'amount' end`,
}

/**
 * What final events say that became of a client's money in each of the last months, by the time at which they had effect
 * here; oldest first. What is held at a month's end is counted from the first event on.
 */
export async function sumSpendingByMonth(db: Database, userId: string, months: number): Promise<MonthOfSpending[]> {
  const sum = (name: keyof typeof units) => sql.raw(`coalesce(sum((${units[name]})::numeric), 0)`)
  const rows = await db.execute<Record<keyof MonthOfSpending, string>>(sql`
    with months as (
      select date_trunc('month', now() at time zone 'utc') - make_interval(months => back) as month
      from generate_series(0, ${months - 1}::int) back
    ), moves as (
      select date_trunc('month', l.applied_at at time zone 'utc') as month, l.event_name as name, l.args
      from jobs j join chain_logs l on l.onchain_job_id = j.onchain_job_id
      where j.user_id = ${userId} and l.applied_at is not null and l.event_name in
        ('JobCreated', 'VerdictRecorded', 'JobSettled', 'JobLapsed', 'JobCancelled', 'JobRefunded')
    ), sums as (
      select month, ${sum('funded')} as funded, ${sum('rewards')} as rewards, ${sum('fees')} as fees,
        ${sum('returned')} as returned
      from moves group by month
    )
    select to_char(m.month, 'YYYY-MM') as month, coalesce(s.funded, 0)::text as funded,
      coalesce(s.rewards, 0)::text as rewards, coalesce(s.fees, 0)::text as fees,
      coalesce(s.returned, 0)::text as returned,
      (select coalesce(sum(funded - rewards - fees - returned), 0)::text from sums b where b.month <= m.month) as held
    from months m left join sums s on s.month = m.month order by m.month`)
  return rows.map(({ month, ...sums }) => ({
    month,
    funded: BigInt(sums.funded),
    rewards: BigInt(sums.rewards),
    fees: BigInt(sums.fees),
    returned: BigInt(sums.returned),
    held: BigInt(sums.held),
  }))
}
