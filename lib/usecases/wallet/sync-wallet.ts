import { inTransaction, isUniqueViolation, type Transaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { findLiveTransaction } from '../../data/transactions.ts'
import { findWallet, saveWallet, type WalletRow } from '../../data/wallets.ts'
import { Failure } from '../../domain/failure.ts'
import { step } from '../../domain/step.ts'
import type { ProviderWallet } from '../../ports/wallets.ts'
import { withProviderSession } from '../auth/provider-session.ts'
import { type Context, requireCapability, type UserActor } from '../context.ts'
import { moveInside } from '../transactions/move.ts'
import { insertIntent } from '../transactions/open-intent.ts'
import { fittingWallets, noneFits, requireListed } from './fitting-wallet.ts'
import { walletMissing } from './require-wallet.ts'

/**
 * Stores what the provider lists for this person's own token and nothing else. The wallet's owner is registered at the
 * escrow by the worker; until then reviews say so.
 */
export async function syncWallet(ctx: Context): Promise<WalletRow> {
  const user = requireCapability(ctx, 'client')
  const wallets = await withProviderSession(ctx, user.userId, ({ userToken }) => ctx.wallets.listWallets(userToken))
  const known = await findWallet(ctx.db, user.userId)
  const listed = known ? requireListed(wallets, known) : fittingWallets(wallets, ctx.wallets.blockchain)[0]
  if (listed) return store(ctx, user, listed)
  if (wallets.length > 0) throw noneFits(wallets, ctx.wallets.blockchain)
  throw walletMissing()
}

async function store(ctx: Context, user: UserActor, listed: ProviderWallet): Promise<WalletRow> {
  const facts = {
    userId: user.userId,
    providerWalletId: listed.id,
    address: listed.address,
    blockchain: listed.blockchain,
    chainId: ctx.chain.chainId,
    accountType: listed.accountType,
    scaCore: listed.scaCore,
  }
  try {
    return await inTransaction(ctx.db, async (tx) => {
      const saved = await saveWallet(tx, facts)
      if (!saved) throw anotherWallet()
      await endCreation(ctx, tx, user.userId)
      if (saved.isNew) await recordNewWallet(tx, user, saved.wallet)
      if (!saved.wallet.ownerRegisteredAt) await queueRegistration(ctx, tx, saved.wallet)
      return saved.wallet
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw anotherWallet()
    throw error
  }
}

function anotherWallet(): Failure {
  return new Failure('wallet_mismatch', 'The provider lists a wallet other than the one that is known here.', {
    nextActions: [step('client', 'sign_in', 'Sign in with the account that the wallet belongs to.')],
  })
}

async function endCreation(ctx: Context, tx: Transaction, userId: string): Promise<void> {
  const creation = await findLiveTransaction(tx, { purpose: 'WALLET_CREATION', userId })
  if (!creation) return
  // Ignored because its next look confirms a creation that has moved on, from the provider’s list of wallets.
  await moveInside(ctx, tx, creation, 'CONFIRMED')
}

async function recordNewWallet(tx: Transaction, user: UserActor, wallet: WalletRow): Promise<void> {
  const evidence = { address: wallet.address, provider_wallet_id: wallet.providerWalletId }
  const subject = { type: 'wallet', id: wallet.id } as const
  await recordEvent(tx, { actor: user, subject, userId: user.userId, name: 'wallet.verified', evidence })
}

async function queueRegistration(ctx: Context, tx: Transaction, wallet: WalletRow): Promise<void> {
  if (await findLiveTransaction(tx, { purpose: 'OWNER_REGISTRATION', walletId: wallet.id })) return
  const intent = await insertIntent(ctx, tx, {
    userId: wallet.userId,
    walletId: wallet.id,
    purpose: 'OWNER_REGISTRATION',
    chainId: ctx.chain.chainId,
    expectedAction: 'registerOwner',
    expectedContract: ctx.chain.registry,
  })
  await ctx.queue.add(tx, { queue: 'register-owner', data: { transactionId: intent.id } }, { account: intent.userId })
}
