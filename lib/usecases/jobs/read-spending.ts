import { type MonthOfSpending, sumSpendingByMonth } from '../../data/spending.ts'
import { type Context, requireCapability } from '../context.ts'

const months = 12

/** What became of the client's money in each of the last twelve months, oldest first. */
export async function readSpending(ctx: Context): Promise<MonthOfSpending[]> {
  const { userId } = requireCapability(ctx, 'client')
  return sumSpendingByMonth(ctx.db, userId, months)
}
