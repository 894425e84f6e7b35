import { findNewestPaymentBlock } from '../../data/transactions.ts'
import type { Address } from '../../ports/chain.ts'
import type { Context } from '../context.ts'

/** What the escrow may take of the wallet, after every payment of it that is confirmed here, even at a node that lags. */
export async function readAllowance(ctx: Context, wallet: Address): Promise<bigint> {
  return ctx.chain.allowance(wallet, await findNewestPaymentBlock(ctx.db, wallet))
}
