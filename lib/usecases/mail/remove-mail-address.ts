import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { deleteMailAddress, endConfirmations, findMailAddress } from '../../data/mail-addresses.ts'
import { dropMails } from '../../data/mail-queue.ts'
import { type Context, requireRecentSignIn, requireUser } from '../context.ts'

/** Ends e-mails to the person, and a link that was not opened; one last e-mail says so. */
export async function removeMailAddress(ctx: Context): Promise<void> {
  const user = requireUser(ctx)
  requireRecentSignIn(user)
  const { userId } = user
  await inTransaction(ctx.db, async (tx) => {
    await endConfirmations(tx, userId)
    if ((await findMailAddress(tx, userId)) === undefined) return
    await dropMails(tx, userId)
    await recordEvent(tx, { actor: user, subject: { type: 'user', id: userId }, userId, name: 'user.email_removed' })
    // Ignored because the transaction has just read the address.
    await deleteMailAddress(tx, userId)
  })
}
