import { getSpendingEndpoint, spending } from '#lib/api/dashboard.ts'
import { handle } from '#lib/http/handle.ts'
import { toWire } from '#lib/http/to-wire.ts'
import { readSpending } from '#lib/usecases/jobs/read-spending.ts'

export const GET = handle(getSpendingEndpoint, async ({ ctx }) => {
  const months = await readSpending(ctx)
  return toWire(spending, { months: months.map(({ fees, ...month }) => ({ ...month, verifierFees: fees })) })
})
