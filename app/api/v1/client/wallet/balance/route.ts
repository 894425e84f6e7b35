import { getWalletBalanceEndpoint } from '#lib/api/wallet.ts'
import { toMoney } from '#lib/domain/money.ts'
import { handle } from '#lib/http/handle.ts'
import { readBalance } from '#lib/usecases/wallet/read-balance.ts'

export const GET = handle(getWalletBalanceEndpoint, async ({ ctx }) => {
  const { wallet, units, block } = await readBalance(ctx)
  return { address: wallet.address, balance: toMoney(units), block_number: block.toString() }
})
