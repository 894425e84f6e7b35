import { inTransaction } from '#lib/data/database.ts'
import { recordEvent } from '#lib/data/events.ts'
import { findTransaction, moveTransaction, noteTransaction } from '#lib/data/transactions.ts'
import { findUser } from '#lib/data/users.ts'
import { findWalletById, markOwnerRegistered } from '#lib/data/wallets.ts'
import { isLive } from '#lib/domain/transaction.ts'
import type { Registrar } from '#lib/ports/chain.ts'
import type { Context } from '../context.ts'

/** Registers the owner of a wallet at the escrow. Doing it again changes nothing: the contract records it once. */
export async function registerOwner(
  ctx: Context,
  registrar: Registrar,
  input: { transactionId: string },
): Promise<void> {
  const intent = await findTransaction(ctx.db, input.transactionId)
  if (!intent || !isLive(intent.state) || !intent.walletId) return
  const [wallet, user] = await Promise.all([findWalletById(ctx.db, intent.walletId), findUser(ctx.db, intent.userId)])
  if (!wallet || !user) return

  await inTransaction(ctx.db, (tx) => noteTransaction(tx, intent, { reconciling: true, attempts: intent.attempts + 1 }))
  const { transactionHash } = await registrar.registerOwner(wallet.address, user.ownerId)
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
