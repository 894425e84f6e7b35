import { type ApiTokenRow, findApiToken, insertApiToken } from '../../data/api-tokens.ts'
import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { type TokenDays, type TokenScope, tokensMax, wholeScopes } from '../../domain/api-token.ts'
import { Failure } from '../../domain/failure.ts'
import { at, step } from '../../domain/step.ts'
import { hashSecret } from '../auth/secrets.ts'
import { type Context, requireRecentSignIn, requireUser } from '../context.ts'
import { newTokenText } from './token-text.ts'

export type NewApiToken = { name: string; scopes: TokenScope[]; days: TokenDays }

/** A token for a program of the signed-in person. Its text is returned here only; the database has its hash. */
export async function createApiToken(
  ctx: Context,
  input: NewApiToken,
): Promise<{ apiToken: ApiTokenRow; token: string }> {
  const user = requireUser(ctx)
  requireRecentSignIn(user)
  const token = newTokenText()
  const { name, scopes, days } = input
  const row = { userId: user.userId, name, scopes: wholeScopes(scopes), secretHash: hashSecret(token), days }
  const apiToken = await inTransaction(ctx.db, async (tx) => {
    const made = await insertApiToken(tx, row, tokensMax)
    if (!made) throw tooMany()
    const subject = { type: 'api_token', id: made.id } as const
    const evidence = { scopes: row.scopes, days }
    await recordEvent(tx, { actor: user, subject, userId: user.userId, name: 'api_token.created', evidence })
    return findApiToken(tx, user.userId, made.id)
  })
  if (!apiToken) throw new Error('a token that was just made is there')
  return { apiToken, token }
}

function tooMany(): Failure {
  return new Failure('state_conflict', `An account has at most ${tokensMax} tokens that work.`, {
    nextActions: [step('anyone', 'read_list', 'Revoke one of them.', at('listApiTokens'))],
  })
}
