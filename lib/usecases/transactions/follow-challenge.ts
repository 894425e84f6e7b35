import { findJobEnd, type TransactionRow } from '../../data/transactions.ts'
import { findWalletById } from '../../data/wallets.ts'
import type { ProviderChallenge } from '../../ports/wallets.ts'
import { withProviderSession } from '../auth/provider-session.ts'
import { isHalted } from '../chain/is-halted.ts'
import type { Context } from '../context.ts'
import { fittingWallets } from '../wallet/fitting-wallet.ts'
import { moveAndRecord, note } from './move.ts'
import { anHour, isLongUnanswered, isLongUnchanged, vanished } from './vanished.ts'

/** Finds the provider's transaction of a challenge, or its end. A challenge's own "complete" proves nothing. */
export async function followChallenge(ctx: Context, row: TransactionRow): Promise<TransactionRow | undefined> {
  const { challengeId } = row
  if (!challengeId) return undefined
  const challenge = await withProviderSession(ctx, row.userId, ({ userToken }) =>
    ctx.wallets.challenge(userToken, challengeId),
  )
  if (row.purpose === 'WALLET_CREATION') return (await confirmCreation(ctx, row)) ?? (await endOf(ctx, row, challenge))

  const providerTransactionId = challenge?.transactionId ?? (await findByReference(ctx, row, challenge))
  if (providerTransactionId) return moveAndRecord(ctx, row, 'SUBMITTED', { providerTransactionId })
  return endOf(ctx, row, challenge)
}

/** The wallet's existence is what confirms its creation. */
export async function confirmCreation(ctx: Context, row: TransactionRow): Promise<TransactionRow | undefined> {
  const wallets = await withProviderSession(ctx, row.userId, ({ userToken }) => ctx.wallets.listWallets(userToken))
  const isThere = fittingWallets(wallets, ctx.wallets.blockchain).length > 0
  return isThere ? moveAndRecord(ctx, row, 'CONFIRMED') : undefined
}

/** The provider may show the transaction, under our reference, before the challenge names it. */
async function findByReference(
  ctx: Context,
  row: TransactionRow,
  challenge: ProviderChallenge | undefined,
): Promise<string | undefined> {
  if (!row.walletId || challenge?.status === 'PENDING' || challenge?.status === 'EXPIRED') return undefined
  const wallet = await findWalletById(ctx.db, row.walletId)
  if (!wallet) return undefined
  const recent = await withProviderSession(ctx, row.userId, ({ userToken }) =>
    ctx.wallets.recentTransactions(userToken, wallet.providerWalletId),
  )
  return recent.find((transaction) => transaction.referenceId === row.id)?.id
}

async function endOf(
  ctx: Context,
  row: TransactionRow,
  challenge: ProviderChallenge | undefined,
): Promise<TransactionRow | undefined> {
  if (!challenge) {
    if (!isLongUnanswered(row)) throw vanished('challenge')
    const failureDetail = 'The wallet provider no longer has this request, and has no transaction for it.'
    return moveAndRecord(ctx, row, 'EXPIRED', { failureCode: 'challenge_vanished', failureDetail })
  }
  if (challenge.status === 'EXPIRED') {
    const failureDetail = 'The request was not approved in time.'
    return moveAndRecord(ctx, row, 'EXPIRED', { failureCode: 'challenge_expired', failureDetail })
  }
  if (challenge.status === 'COMPLETE') return endUnnamed(ctx, row)
  if (challenge.status !== 'FAILED') return undefined
  const failureDetail = challenge.errorMessage || 'The wallet provider reports that the challenge failed.'
  return moveAndRecord(ctx, row, 'FAILED', { failureCode: 'challenge_failed', failureDetail })
}

/** Payments end with the time to fund their job. What else had no transaction and no effect in an hour, will have none. */
async function endUnnamed(ctx: Context, row: TransactionRow): Promise<TransactionRow | undefined> {
  const { purpose, onchainJobId } = row
  const providerState = 'COMPLETE'
  if (row.providerState !== providerState) return note(ctx, row, { providerState })
  if (!isLongUnchanged(row, anHour) || (await isHalted(ctx))) return undefined
  const isAction = purpose === 'JOB_CANCEL' || purpose === 'JOB_REFUND'
  if (!isAction && purpose !== 'WALLET_CREATION') return undefined
  if (isAction && onchainJobId !== null && (await findJobEnd(ctx.db, onchainJobId, purpose))) return undefined
  const failureDetail = 'The wallet provider calls the request complete, but has nothing that came of it.'
  return moveAndRecord(ctx, row, 'EXPIRED', { failureCode: 'not_carried_out', failureDetail })
}
