import { sql } from 'drizzle-orm'
import type { Database } from './database.ts'

/** Over the newest settled jobs, at most `marketJobs`. Seconds run from when the funding was seen to the payment. */
export type MarketFigures = { jobs: number; medianReward: bigint | null; median: number | null; p95: number | null }

const marketJobs = 500

export async function measureMarket(db: Database): Promise<MarketFigures> {
  const [row] = await db.execute(sql`
    select count(*)::int as jobs, percentile_disc(0.5) within group (order by reward)::text as reward,
      percentile_cont(0.5) within group (order by seconds) as median,
      percentile_cont(0.95) within group (order by seconds) as p95
    from (select f.reward, extract(epoch from l.seen_at - c.seen_at)::float8 as seconds
      from chain_logs l
      join jobs j on j.onchain_job_id = l.onchain_job_id
      join funding_snapshots f on f.id = j.snapshot_id
      join chain_logs c on c.onchain_job_id = l.onchain_job_id and c.event_name = 'JobCreated'
      where l.event_name = 'JobSettled' and l.applied_at is not null
      order by l.block_number desc, l.log_index desc limit ${marketJobs}) newest`)
  const { jobs, reward, median, p95 } = row as Omit<MarketFigures, 'medianReward'> & { reward: string | null }
  return { jobs, medianReward: reward === null ? null : BigInt(reward), median, p95 }
}
