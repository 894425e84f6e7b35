import { inTransaction, isUniqueViolation, type Transaction } from '#lib/data/database.ts'
import { recordEvent } from '#lib/data/events.ts'
import { findLiveTransaction, insertTransaction, moveTransaction } from '#lib/data/transactions.ts'
import { saveWallet, type WalletRow } from '#lib/data/wallets.ts'
import { Failure } from '#lib/domain/failure.ts'
import { requireProviderSession } from '../auth/provider-session.ts'
import { type Context, requireCapability, type UserActor } from '../context.ts'
import { requireWallet } from './require-wallet.ts'
import { suitableWallet } from './suitable-wallet.ts'

/**
 * Stores what the provider lists for this person's own token and nothing else. The wallet's owner is registered at the
 * escrow by the worker; until then reviews say so.
 */
export async function syncWallet(ctx: Context): Promise<WalletRow> {
  const user = requireCapability(ctx, 'client')
  const session = await requireProviderSession(ctx, user.userId)
  const listed = suitableWallet(await ctx.wallets.listWallets(session.userToken), ctx.wallets.blockchain)
  if (!listed) return requireWallet(ctx, user.userId)

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
      await endCreation(tx, user.userId)
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
  return new Failure('wallet_mismatch', 'The provider lists a wallet other than the one that is known here.')
}

async function endCreation(tx: Transaction, userId: string): Promise<void> {
  const creation = await findLiveTransaction(tx, { purpose: 'WALLET_CREATION', userId })
  if (creation) await moveTransaction(tx, creation, 'CONFIRMED')
}

async function recordNewWallet(tx: Transaction, user: UserActor, wallet: WalletRow): Promise<void> {
  const evidence = { address: wallet.address, provider_wallet_id: wallet.providerWalletId }
  const subject = { type: 'wallet', id: wallet.id } as const
  await recordEvent(tx, { actor: user, subject, userId: user.userId, name: 'wallet.verified', evidence })
}

async function queueRegistration(ctx: Context, tx: Transaction, wallet: WalletRow): Promise<void> {
  if (await findLiveTransaction(tx, { purpose: 'OWNER_REGISTRATION', walletId: wallet.id })) return
  const intent = await insertTransaction(tx, {
    userId: wallet.userId,
    walletId: wallet.id,
    purpose: 'OWNER_REGISTRATION',
    chainId: ctx.chain.chainId,
    expectedAction: 'registerOwner',
    expectedContract: ctx.chain.escrow,
  })
  await ctx.queue.add(tx, { queue: 'register-owner', data: { transactionId: intent.id } })
}
