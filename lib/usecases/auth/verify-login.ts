import { isTokenSpent } from '../../data/users.ts'
import { Failure, isFailure } from '../../domain/failure.ts'
import type { ProviderSession } from '../../ports/wallets.ts'
import { type Context, signIn } from '../context.ts'
import { isCanonicalToken, readIssueTime } from './provider-token.ts'
import { hashSecret, repeatableKey } from './secrets.ts'

export type VerifiedLogin = { providerUserId: string; session: ProviderSession }

/**
 * Who signed in at the provider, and a renewed session of that sign-in. A user token alone is not enough, since the
 * browser is given one with every challenge: the sign-in must be newer than its pre-login, and its refresh token, which
 * never leaves the service again, must renew the session on the same device.
 */
export async function verifyLogin(
  ctx: Context,
  preLogin: { deviceId: string; createdAt: Date },
  login: ProviderSession,
): Promise<VerifiedLogin> {
  const { userToken } = login
  if (!isCanonicalToken(userToken)) throw notVerified('This is not a token of the wallet provider.')
  if (await isTokenSpent(ctx.db, hashSecret(userToken))) throw tokenSpent()
  const providerUserId = await ctx.wallets.identify(userToken)
  if (!providerUserId) throw notVerified('The wallet provider does not know this token; sign in again.')
  const issuedBefore = readIssueTime(userToken)
  if (issuedBefore && issuedBefore <= preLogin.createdAt)
    throw notVerified('This provider login is older than the sign-in; sign in again.')
  return { providerUserId, session: await renew(ctx, preLogin.deviceId, login) }
}

export function tokenSpent(): Failure {
  return notVerified('This provider token was used before; sign in again.')
}

async function renew(ctx: Context, deviceId: string, session: ProviderSession): Promise<ProviderSession> {
  try {
    const idempotencyKey = repeatableKey(session.refreshToken)
    return await ctx.wallets.refresh({ session, deviceId, idempotencyKey })
  } catch (error) {
    if (!isFailure(error) || !['provider_refused', 'provider_session_expired'].includes(error.code)) throw error
    throw notVerified('The wallet provider does not confirm the refresh token for this device; sign in again.')
  }
}

function notVerified(detail: string): Failure {
  return new Failure('identity_not_verified', detail, {
    nextActions: [signIn('Sign in again.')],
  })
}
