import { randomUUID } from 'node:crypto'
import { inTransaction } from '../../data/database.ts'
import { countConfirmations, insertConfirmation } from '../../data/mail-addresses.ts'
import { Failure } from '../../domain/failure.ts'
import { confirmationsPerDay } from '../../domain/mail.ts'
import { hashSecret } from '../auth/secrets.ts'
import { type Context, requireRecentSignIn, requireUser } from '../context.ts'
import { confirmationToken } from './confirmation-token.ts'

/** Sends a link to the address; notifications go there once it was opened. The address of before stays until then. */
export async function setMailAddress(ctx: Context, input: { address: string }): Promise<void> {
  const user = requireUser(ctx)
  requireRecentSignIn(user)
  if (!ctx.settings.sendsMail) throw new Failure('state_conflict', 'This deployment sends no e-mails.')
  const { userId } = user
  const id = randomUUID()
  const tokenHash = hashSecret(confirmationToken(ctx, id))
  await inTransaction(ctx.db, async (tx) => {
    const sent = await countConfirmations(tx, { userId, address: input.address })
    if (sent.person >= confirmationsPerDay.person || sent.address >= confirmationsPerDay.address)
      throw new Failure('rate_limited', 'Too many links were sent today.', { retryAfterSeconds: 86_400 })
    await insertConfirmation(tx, { id, userId, address: input.address, tokenHash })
  })
}
