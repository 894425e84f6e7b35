import { getSpendingEndpoint } from '#lib/api/dashboard.ts'
import { toMoney } from '#lib/domain/money.ts'
import { handle } from '#lib/http/handle.ts'
import { readSpending } from '#lib/usecases/jobs/read-spending.ts'

export const GET = handle(getSpendingEndpoint, async ({ ctx }) => {
  const months = await readSpending(ctx)
  return {
    months: months.map(({ month, rewards, fees, returned }) => ({
      month,
      rewards: toMoney(rewards),
      verifier_fees: toMoney(fees),
      returned: toMoney(returned),
    })),
  }
})
