import { sql } from 'drizzle-orm'
import type { Database } from './database.ts'

/** What the escrow paid for a client's jobs in a month (UTC), in base units, and what it returned. */
export type MonthOfSpending = { month: string; rewards: bigint; fees: bigint; returned: bigint }

/**
 * What final events say that became of a client's money in each of the last months, by the time at which they had effect
 * here; oldest first, and months without a payment are zero.
 */
export async function sumSpendingByMonth(db: Database, userId: string, months: number): Promise<MonthOfSpending[]> {
  const sum = (units: string) => sql.raw(`coalesce(sum((${units})::numeric), 0)::text`)
  const rows = await db.execute<{ month: string; rewards: string; fees: string; returned: string }>(sql`
    with months as (
      select date_trunc('month', now() at time zone 'utc') - make_interval(months => back) as month
      from generate_series(0, ${months - 1}::int) back
    ), paid as (
      select date_trunc('month', l.applied_at at time zone 'utc') as month, l.event_name as name, l.args
      from jobs j join chain_logs l on l.onchain_job_id = j.onchain_job_id
      where j.user_id = ${userId} and l.applied_at >= (select min(month) from months) at time zone 'utc'
        and l.event_name in ('JobSettled', 'JobLapsed', 'VerdictRecorded', 'JobCancelled', 'JobRefunded')
    )
    select to_char(m.month, 'YYYY-MM') as month,
      ${sum(`case p.name when 'JobSettled' then p.args->>'reward' when 'JobLapsed' then p.args->>'toWorker' end`)} as rewards,
      ${sum(`case p.name when 'VerdictRecorded' then p.args->>'fee' end`)} as fees,
      ${sum(
        `case p.name when 'JobSettled' then p.args->>'returned' when 'JobLapsed' then p.args->>'toClient'
          when 'JobCancelled' then p.args->>'amount' when 'JobRefunded' then p.args->>'amount' end`,
      )} as returned
    from months m left join paid p on p.month = m.month group by m.month order by m.month`)
  return rows.map(({ month, rewards, fees, returned }) => ({
    month,
    rewards: BigInt(rewards),
    fees: BigInt(fees),
    returned: BigInt(returned),
  }))
}
