import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { findTransaction, moveTransaction, noteTransaction } from '../../data/transactions.ts'
import { findUser } from '../../data/users.ts'
import { findWalletById, markOwnerRegistered } from '../../data/wallets.ts'
import { isLive } from '../../domain/transaction.ts'
import type { Context } from '../context.ts'
import { callOnce } from '../operator/call-once.ts'

/**
 * Registers the owner of a wallet at the escrow, by a call that the registrar's queue makes once, and confirms the
 * transaction when the contract names that owner. Safe to repeat.
 */
export async function registerOwner(ctx: Context, input: { transactionId: string }): Promise<void> {
  const intent = await findTransaction(ctx.db, input.transactionId)
  if (!intent || !isLive(intent.state) || !intent.walletId) return
  const [wallet, user] = await Promise.all([findWalletById(ctx.db, intent.walletId), findUser(ctx.db, intent.userId)])
  if (!wallet || !user) return

  const isRegistered = (await ctx.chain.ownerOf(wallet.address)) === user.ownerId
  const standing = isRegistered
    ? undefined
    : await callOnce(ctx, {
        operator: 'registrar',
        purpose: 'OWNER_REGISTRATION',
        subject: wallet.address,
        call: ctx.chain.encodeRegisterOwner(wallet.address, user.ownerId),
        followUp: { queue: 'register-owner', data: input },
      })
  if (standing && standing.kind !== 'done') {
    // Ignored because a registration that has ended since needs no note.
    await inTransaction(ctx.db, (tx) => noteTransaction(tx, intent, { reconciling: true }))
    return
  }
  const transactionHash = standing?.row.transactionHash ?? null
  await inTransaction(ctx.db, async (tx) => {
    const done = await moveTransaction(tx, intent, 'CONFIRMED', { transactionHash })
    if (!done) return
    await markOwnerRegistered(tx, wallet.id)
    const evidence = { owner_id: user.ownerId, transaction_hash: transactionHash }
    const subject = { type: 'wallet', id: wallet.id } as const
    const actor = { kind: 'system', name: 'worker' } as const
    await recordEvent(tx, { actor, subject, userId: user.id, name: 'wallet.owner_registered', evidence })
  })
}
