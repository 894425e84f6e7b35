import { inTransaction } from '#lib/data/database.ts'
import { recordEvent } from '#lib/data/events.ts'
import { findTransaction, moveTransaction, noteTransaction, type TransactionRow } from '#lib/data/transactions.ts'
import { findWalletById } from '#lib/data/wallets.ts'
import { clientAction } from '#lib/domain/action.ts'
import { Failure, isFailure } from '#lib/domain/failure.ts'
import type { ProviderSession } from '#lib/ports/wallets.ts'
import type { Context } from '../context.ts'

export type IssuedChallenge = { challengeId: string; transaction: TransactionRow; session: ProviderSession }

/**
 * Asks the provider for the challenge of a committed intent, always with the intent's own idempotency key, so that
 * asking again after a lost answer yields the same challenge. An unknown outcome leaves the intent live and
 * `reconciling`; a refusal ends it.
 */
export async function issueChallenge(
  ctx: Context,
  intent: TransactionRow,
  session: ProviderSession,
): Promise<IssuedChallenge> {
  if (intent.challengeId) return { challengeId: intent.challengeId, transaction: intent, session }
  const challengeId = await requestChallenge(ctx, intent, session)
  const transaction = await inTransaction(ctx.db, async (tx) => {
    const moved = await moveTransaction(tx, intent, 'CHALLENGE_ISSUED', {
      challengeId,
      reconciling: false,
      providerReferenceId: intent.id,
    })
    if (!moved) return findTransaction(tx, intent.id)
    await recordEvent(tx, {
      actor: ctx.actor,
      subject: { type: 'transaction', id: intent.id },
      userId: intent.userId,
      name: 'transaction.challenge_issued',
      from: intent.state,
      to: moved.state,
      evidence: { challenge_id: challengeId, purpose: intent.purpose },
    })
    return moved
  })
  if (transaction?.challengeId) return { challengeId: transaction.challengeId, transaction, session }
  throw new Failure('state_conflict', 'The transaction ended while its challenge was being created.')
}

async function requestChallenge(ctx: Context, intent: TransactionRow, session: ProviderSession): Promise<string> {
  try {
    const { challengeId } =
      intent.purpose === 'WALLET_CREATION'
        ? await createWallet(ctx, intent, session)
        : await execute(ctx, intent, session)
    return challengeId
  } catch (error) {
    if (isFailure(error)) await noteFailure(ctx, intent, error)
    throw error
  }
}

async function createWallet(
  ctx: Context,
  intent: TransactionRow,
  session: ProviderSession,
): Promise<{ challengeId: string }> {
  const input = { userToken: session.userToken, idempotencyKey: intent.idempotencyKey }
  return (await ctx.wallets.initialize(input)) ?? (await ctx.wallets.createWallet(input))
}

async function execute(
  ctx: Context,
  intent: TransactionRow,
  session: ProviderSession,
): Promise<{ challengeId: string }> {
  const wallet = intent.walletId ? await findWalletById(ctx.db, intent.walletId) : undefined
  if (!wallet || !intent.expectedContract || !intent.expectedCalldata)
    throw new Error(`transaction ${intent.id} is no contract call`)
  return ctx.wallets.executeContract({
    userToken: session.userToken,
    idempotencyKey: intent.idempotencyKey,
    walletId: wallet.providerWalletId,
    contract: intent.expectedContract,
    calldata: intent.expectedCalldata,
    referenceId: intent.id,
  })
}

async function noteFailure(ctx: Context, intent: TransactionRow, failure: Failure): Promise<void> {
  const look = clientAction(
    'look_again',
    'Look at the transaction again.',
    'GET',
    `/api/v1/client/transactions/${intent.id}/`,
  )
  failure.nextActions.push(look)
  await inTransaction(ctx.db, async (tx) => {
    if (failure.code !== 'provider_refused') {
      await noteTransaction(tx, intent, { reconciling: true, attempts: intent.attempts + 1 })
      return
    }
    const facts = { failureCode: failure.code, failureDetail: failure.message }
    const ended = await moveTransaction(tx, intent, 'FAILED', facts)
    if (!ended) return
    const subject = { type: 'transaction', id: intent.id } as const
    const change = { from: intent.state, to: ended.state, evidence: { reason: failure.message } }
    await recordEvent(tx, { actor: ctx.actor, subject, userId: intent.userId, name: 'transaction.failed', ...change })
  })
}
