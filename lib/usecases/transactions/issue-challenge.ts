import { inTransaction } from '../../data/database.ts'
import { findTransaction, noteTransaction, type TransactionRow } from '../../data/transactions.ts'
import { findWalletById } from '../../data/wallets.ts'
import { Failure, isFailure } from '../../domain/failure.ts'
import { at, step } from '../../domain/step.ts'
import type { ProviderSession } from '../../ports/wallets.ts'
import { withProviderSession } from '../auth/provider-session.ts'
import { repeatableKey } from '../auth/secrets.ts'
import type { Context } from '../context.ts'
import { fittingWallets } from '../wallet/fitting-wallet.ts'
import { moveAndRecord } from './move.ts'

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
  const asked = await requestChallenge(ctx, intent)
  const facts = { challengeId: asked.challengeId, providerReferenceId: intent.id }
  const moved = await moveAndRecord(ctx, intent, 'CHALLENGE_ISSUED', facts)
  const transaction = moved ?? (await findTransaction(ctx.db, intent.id))
  if (transaction?.challengeId) return { challengeId: transaction.challengeId, transaction, session: asked.session }
  throw new Failure('state_conflict', 'The transaction ended while its challenge was being created.', {
    nextActions: [lookAgain(intent)],
  })
}

export function lookAgain({ id }: Pick<TransactionRow, 'id'>) {
  return step('client', 'look_again', 'Check the transaction again.', at('resolveTransaction', { transaction_id: id }))
}

/** The challenge, and the session that the provider accepted for it. */
async function requestChallenge(ctx: Context, intent: TransactionRow) {
  const request = intent.purpose === 'WALLET_CREATION' ? createWallet : execute
  try {
    return await withProviderSession(ctx, intent.userId, async (session) => ({
      ...(await request(ctx, intent, session)),
      session,
    }))
  } catch (error) {
    if (isFailure(error)) await noteFailure(ctx, intent, error)
    throw error
  }
}

async function createWallet(
  ctx: Context,
  { idempotencyKey }: TransactionRow,
  { userToken }: ProviderSession,
): Promise<{ challengeId: string }> {
  const first = await ctx.wallets.initialize({ userToken, idempotencyKey })
  if (first) return first
  // Initialised before, perhaps a moment ago in another tab: then there must be no second wallet.
  const wallets = await ctx.wallets.listWallets(userToken)
  if (fittingWallets(wallets, ctx.wallets.blockchain).length > 0) throw alreadyCreated()
  return ctx.wallets.createWallet({ userToken, idempotencyKey: repeatableKey(`wallet/${idempotencyKey}`) })
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
  failure.nextActions.push(lookAgain(intent))
  if (failure.code === 'provider_refused') {
    // Ignored because an intent that has moved on has a challenge by another request, which this refusal is not about.
    await moveAndRecord(ctx, intent, 'FAILED', { failureCode: failure.code, failureDetail: failure.message })
    return
  }
  // Ignored because an intent that has moved on was answered, so nothing about it is unknown.
  await inTransaction(ctx.db, (tx) => noteTransaction(tx, intent, { reconciling: true, attempts: intent.attempts + 1 }))
}

function alreadyCreated(): Failure {
  return new Failure('state_conflict', 'The wallet already exists.', {
    nextActions: [step('client', 'sync_wallet', 'Verify the wallet.', at('syncWallet'))],
  })
}
