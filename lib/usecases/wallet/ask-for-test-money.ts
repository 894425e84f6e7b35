import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { giveTurnBack, takeTurn } from '../../data/test-money.ts'
import type { WalletRow } from '../../data/wallets.ts'
import { Failure, isFailure } from '../../domain/failure.ts'
import { step } from '../../domain/step.ts'
import { testMoneyLimits } from '../../domain/test-money.ts'
import { isTestNetwork } from '../../domain/test-network.ts'
import { type Context, requireCapability } from '../context.ts'
import { requireWallet } from './require-wallet.ts'

export type TestMoney = { wallet: WalletRow; nextAt: Date }

/**
 * Asks the provider's faucet to fill the person's own wallet, at most once a minute. The faucet knows no idempotency key,
 * so a request whose outcome is unknown keeps its turn: repeating it cannot ask twice within the minute.
 */
export async function askForTestMoney(ctx: Context): Promise<TestMoney> {
  const user = requireCapability(ctx, 'client')
  const wallet = await requireWallet(ctx, user.userId)
  if (!isTestNetwork(wallet.blockchain)) {
    throw new Failure('not_on_this_network', `${wallet.blockchain} isn’t a test network, so there is no free money.`)
  }
  const wait = await takeTurn(ctx.db, user.userId)
  if (wait !== undefined) throw tooOften(wait)
  try {
    await ctx.wallets.sendTestMoney(wallet.address)
  } catch (error) {
    if (isFailure(error) && error.code !== 'provider_unavailable') await giveTurnBack(ctx.db, user.userId)
    throw error
  }
  await inTransaction(ctx.db, (tx) =>
    recordEvent(tx, {
      actor: user,
      subject: { type: 'wallet', id: wallet.id },
      userId: user.userId,
      name: 'wallet.test_money_requested',
    }),
  )
  return { wallet, nextAt: new Date(Date.now() + testMoneyLimits.minute.duration * 1_000) }
}

function tooOften(seconds: number): Failure {
  const { minute, day } = testMoneyLimits
  return new Failure(
    'faucet_limited',
    `The limit for test money is ${minute.points} request a minute and ${day.points} a day.`,
    {
      retryAfterSeconds: seconds,
      nextActions: [
        step('client', 'wait', `Try again in ${seconds} seconds. What you requested before may still arrive.`),
      ],
    },
  )
}
