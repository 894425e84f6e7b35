import type { TransactionRow } from '#lib/data/transactions.ts'
import { findWalletById } from '#lib/data/wallets.ts'
import type { ProviderChallenge } from '#lib/ports/wallets.ts'
import { requireProviderSession } from '../auth/provider-session.ts'
import type { Context } from '../context.ts'
import { suitableWallet } from '../wallet/suitable-wallet.ts'
import { moveAndRecord } from './move.ts'

/** Finds the provider's transaction of a challenge, or its end. A challenge's own "complete" proves nothing. */
export async function followChallenge(ctx: Context, row: TransactionRow): Promise<TransactionRow | undefined> {
  if (!row.challengeId) return undefined
  const { userToken } = await requireProviderSession(ctx, row.userId)
  const challenge = await ctx.wallets.challenge(userToken, row.challengeId)
  if (row.purpose === 'WALLET_CREATION') return followCreation(ctx, row, userToken, challenge)

  const providerTransactionId = challenge?.transactionId ?? (await findByReference(ctx, row, userToken, challenge))
  if (providerTransactionId) return moveAndRecord(ctx, row, 'SUBMITTED', { providerTransactionId })
  return endOf(ctx, row, challenge)
}

/** The wallet's existence is what confirms its creation. */
async function followCreation(
  ctx: Context,
  row: TransactionRow,
  userToken: string,
  challenge: ProviderChallenge | undefined,
): Promise<TransactionRow | undefined> {
  const wallet = suitableWallet(await ctx.wallets.listWallets(userToken), ctx.wallets.blockchain)
  return wallet ? moveAndRecord(ctx, row, 'CONFIRMED') : endOf(ctx, row, challenge)
}

/** The provider may show the transaction, under our reference, before the challenge names it. */
async function findByReference(
  ctx: Context,
  row: TransactionRow,
  userToken: string,
  challenge: ProviderChallenge | undefined,
): Promise<string | undefined> {
  if (!row.walletId || (challenge?.status !== 'COMPLETE' && challenge?.status !== 'IN_PROGRESS')) return undefined
  const wallet = await findWalletById(ctx.db, row.walletId)
  if (!wallet) return undefined
  const recent = await ctx.wallets.recentTransactions(userToken, wallet.providerWalletId)
  return recent.find((transaction) => transaction.referenceId === row.id)?.id
}

async function endOf(
  ctx: Context,
  row: TransactionRow,
  challenge: ProviderChallenge | undefined,
): Promise<TransactionRow | undefined> {
  if (challenge?.status === 'EXPIRED')
    return moveAndRecord(ctx, row, 'EXPIRED', {
      failureCode: 'challenge_expired',
      failureDetail: 'The challenge was not approved in time.',
    })
  if (challenge?.status !== 'FAILED') return undefined
  const failureDetail = challenge.errorMessage ?? 'The wallet provider reports that the challenge failed.'
  return moveAndRecord(ctx, row, 'FAILED', { failureCode: 'challenge_failed', failureDetail })
}
