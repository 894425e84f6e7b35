import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { findMailAddress, readdressMails, saveMailAddress, useConfirmation } from '../../data/mail-addresses.ts'
import { Failure } from '../../domain/failure.ts'
import { hashSecret } from '../auth/secrets.ts'
import { type Context, requireUser } from '../context.ts'

/** Uses the link that was sent to the address, once, by the person who asked for it. */
export async function confirmMailAddress(ctx: Context, input: { token: string }): Promise<void> {
  const user = requireUser(ctx)
  const { userId } = user
  await inTransaction(ctx.db, async (tx) => {
    const used = await useConfirmation(tx, { userId, tokenHash: hashSecret(input.token) })
    if (!used) throw new Failure('not_found', 'This link was used, has expired, or belongs to another account.')
    const before = await findMailAddress(tx, userId)
    if (before === used.address) return
    await readdressMails(tx, userId, used.address)
    // Recorded before the change, so that its e-mail goes to the address that ends.
    const name = before === undefined ? 'user.email_added' : 'user.email_changed'
    await recordEvent(tx, { actor: user, subject: { type: 'user', id: userId }, userId, name })
    await saveMailAddress(tx, userId, used.address)
  })
}
