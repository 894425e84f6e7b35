import { askForTestMoneyEndpoint } from '#lib/api/wallet.ts'
import { handle } from '#lib/http/handle.ts'
import { askForTestMoney } from '#lib/usecases/wallet/ask-for-test-money.ts'

export const POST = handle(askForTestMoneyEndpoint, async ({ ctx }) => {
  const { wallet, nextAt } = await askForTestMoney(ctx)
  return { address: wallet.address, next_at: nextAt.toISOString() }
})
