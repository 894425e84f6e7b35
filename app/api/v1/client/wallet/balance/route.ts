import { getWalletBalanceEndpoint, walletBalance } from '#lib/api/wallet.ts'
import { handle } from '#lib/http/handle.ts'
import { toWire } from '#lib/http/to-wire.ts'
import { readBalance } from '#lib/usecases/wallet/read-balance.ts'

export const GET = handle(getWalletBalanceEndpoint, async ({ ctx }) => {
  const { wallet, units, block } = await readBalance(ctx)
  return toWire(walletBalance, { address: wallet.address, balance: units, blockNumber: block })
})
