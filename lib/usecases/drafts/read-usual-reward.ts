import { measureMarket } from '../../data/market.ts'
import { leastJobs } from '../../domain/reputation.ts'
import type { Context } from '../context.ts'

/** The median reward of the newest settled jobs, in base units; null while there are too few. */
export async function readUsualReward(ctx: Context): Promise<bigint | null> {
  const { jobs, medianReward } = await measureMarket(ctx.db)
  return jobs < leastJobs ? null : medianReward
}
