import { findApiToken, markApiTokenRevoked } from '../../data/api-tokens.ts'
import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { Failure } from '../../domain/failure.ts'
import { type Context, requireUser } from '../context.ts'

/** Ends a token from its next request on. One that ended before stays as it is; `not_found` for any other. */
export async function revokeApiToken(ctx: Context, input: { id: string }): Promise<void> {
  const user = requireUser(ctx)
  const token = await findApiToken(ctx.db, user.userId, input.id)
  if (!token) throw new Failure('not_found', 'There is no such token.')
  if (token.state !== 'LIVE') return
  await inTransaction(ctx.db, async (tx) => {
    if (!(await markApiTokenRevoked(tx, user.userId, input.id))) return
    const subject = { type: 'api_token', id: input.id } as const
    await recordEvent(tx, { actor: user, subject, userId: user.userId, name: 'api_token.revoked' })
  })
}
