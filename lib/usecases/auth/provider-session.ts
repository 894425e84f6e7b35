import { inTransaction } from '../../data/database.ts'
import {
  type CredentialRow,
  findProviderCredential,
  lockProviderCredential,
  replaceProviderCredential,
} from '../../data/provider-credentials.ts'
import { spendToken } from '../../data/users.ts'
import { Failure, isFailure } from '../../domain/failure.ts'
import type { Vault } from '../../ports/vault.ts'
import type { ProviderSession } from '../../ports/wallets.ts'
import { type Context, type Services, signIn } from '../context.ts'
import { hashSecret, repeatableKey } from './secrets.ts'

const refreshAfterMs = 45 * 60_000

type Sealed = Pick<CredentialRow, 'userTokenSealed' | 'encryptionKeySealed' | 'refreshTokenSealed'>

/** What the sealed columns are bound to; `column` is without its ending. */
export const credentialPlace = (userId: string, column: string) => `provider_credentials/${column}/${userId}`

export function sealProviderSession(vault: Vault, userId: string, session: ProviderSession): Sealed {
  return {
    userTokenSealed: vault.seal(session.userToken, credentialPlace(userId, 'user_token')),
    encryptionKeySealed: vault.seal(session.encryptionKey, credentialPlace(userId, 'encryption_key')),
    refreshTokenSealed: vault.seal(session.refreshToken, credentialPlace(userId, 'refresh_token')),
  }
}

/**
 * Does `use` with the provider's session of a person. When the provider says that the session is over, it is renewed
 * once and `use` done again, which must therefore be safe to repeat.
 */
export async function withProviderSession<T>(
  ctx: Context,
  userId: string,
  use: (session: ProviderSession) => Promise<T>,
): Promise<T> {
  const session = await requireProviderSession(ctx, userId)
  try {
    return await use(session)
  } catch (error) {
    if (!isFailure(error) || error.code !== 'provider_session_expired') throw error
    return use(await renewSession(ctx, userId, session))
  }
}

/**
 * The provider's session of a person, refreshed before it expires. After sign-out only the worker program may use it.
 * Throws `provider_session_expired` when the person must sign in again.
 */
export async function requireProviderSession(ctx: Context, userId: string): Promise<ProviderSession> {
  const row = await requireCredential(ctx, userId)
  if (Date.now() - row.issuedAt.getTime() < refreshAfterMs) return openSession(ctx, row)
  return refreshSession(ctx, row)
}

async function renewSession(ctx: Context, userId: string, refused: ProviderSession): Promise<ProviderSession> {
  const row = await requireCredential(ctx, userId)
  const newest = openSession(ctx, row)
  return newest.userToken === refused.userToken ? refreshSession(ctx, row) : newest
}

async function requireCredential(ctx: Context, userId: string): Promise<CredentialRow> {
  const row = await findProviderCredential(ctx.db, userId)
  if (!row || (row.signedOut && ctx.actor.kind !== 'system')) throw signInAgain()
  return row
}

/** A session that was sealed by a key which is unknown by now is over for us. */
function openSession(ctx: Services, row: CredentialRow): ProviderSession {
  try {
    return opened(ctx, row)
  } catch (error) {
    throw isFailure(error) ? signInAgain(error) : error
  }
}

function opened(ctx: Services, row: CredentialRow): ProviderSession {
  return {
    userToken: ctx.vault.open(row.userTokenSealed, credentialPlace(row.userId, 'user_token')),
    encryptionKey: ctx.vault.open(row.encryptionKeySealed, credentialPlace(row.userId, 'encryption_key')),
    refreshToken: ctx.vault.open(row.refreshTokenSealed, credentialPlace(row.userId, 'refresh_token')),
  }
}

async function refreshSession(ctx: Context, row: CredentialRow): Promise<ProviderSession> {
  const before = openSession(ctx, row)
  try {
    // The token works once. Under its own key, a request beside this one or after a lost answer gets the same answer.
    const idempotencyKey = repeatableKey(before.refreshToken)
    const session = await ctx.wallets.refresh({ session: before, deviceId: row.deviceId, idempotencyKey })
    const sealed = sealProviderSession(ctx.vault, row.userId, session)
    const isNewest = await inTransaction(ctx.db, async (tx) => {
      // The browser is given this token with the next challenge; it must not open a session.
      // Ignored because a request beside this one was given the same token and has spent it.
      await spendToken(tx, hashSecret(session.userToken))
      const held = await lockProviderCredential(tx, row.userId)
      // Not the sealed text, which changes when it is sealed again under another key.
      const isSame = held && openSession(ctx, held).refreshToken === before.refreshToken
      if (isSame) await replaceProviderCredential(tx, row.userId, sealed)
      return isSame
    })
    return isNewest ? session : openSession(ctx, await requireCredential(ctx, row.userId))
  } catch (error) {
    // Another request, or a new sign-in, may have come first; then its result is what counts.
    const newest = openSession(ctx, await requireCredential(ctx, row.userId))
    if (newest.refreshToken !== before.refreshToken) return newest
    throw isFailure(error) && error.code === 'provider_refused' ? signInAgain(error) : error
  }
}

function signInAgain(cause?: unknown): Failure {
  return new Failure('provider_session_expired', 'The wallet session has ended; sign in again.', {
    cause,
    nextActions: [signIn('Sign in again.')],
  })
}
