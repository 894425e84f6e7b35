import { inTransaction } from '#lib/data/database.ts'
import { type CredentialRow, findProviderCredential, saveProviderCredential } from '#lib/data/users.ts'
import { Failure } from '#lib/domain/failure.ts'
import type { Vault } from '#lib/ports/vault.ts'
import type { ProviderSession } from '#lib/ports/wallets.ts'
import type { Context, Services } from '../context.ts'
import { repeatableKey } from './secrets.ts'

const refreshAfterMs = 45 * 60_000

type Sealed = Pick<CredentialRow, 'userTokenSealed' | 'encryptionKeySealed' | 'refreshTokenSealed'>

const place = (userId: string, column: string) => `provider_credentials/${column}/${userId}`

export function sealProviderSession(vault: Vault, userId: string, session: ProviderSession): Sealed {
  return {
    userTokenSealed: vault.seal(session.userToken, place(userId, 'user_token')),
    encryptionKeySealed: vault.seal(session.encryptionKey, place(userId, 'encryption_key')),
    refreshTokenSealed: vault.seal(session.refreshToken, place(userId, 'refresh_token')),
  }
}

/**
 * The provider's session of a person, refreshed before it expires. After sign-out only the worker program may use it.
 * Throws `provider_session_expired` when the person must sign in again.
 */
export async function requireProviderSession(ctx: Context, userId: string): Promise<ProviderSession> {
  const row = await findProviderCredential(ctx.db, userId)
  if (!row || (row.signedOut && ctx.actor.kind !== 'system')) throw signInAgain()
  if (Date.now() - row.issuedAt.getTime() < refreshAfterMs) return openSession(ctx, row)
  return refreshSession(ctx, row)
}

function openSession(ctx: Services, row: CredentialRow): ProviderSession {
  return {
    userToken: ctx.vault.open(row.userTokenSealed, place(row.userId, 'user_token')),
    encryptionKey: ctx.vault.open(row.encryptionKeySealed, place(row.userId, 'encryption_key')),
    refreshToken: ctx.vault.open(row.refreshTokenSealed, place(row.userId, 'refresh_token')),
  }
}

async function refreshSession(ctx: Context, row: CredentialRow): Promise<ProviderSession> {
  const { userId, deviceId } = row
  try {
    // The token works once. Under its own key, a request beside this one or after a lost answer gets the same answer.
    const before = openSession(ctx, row)
    const idempotencyKey = repeatableKey(before.refreshToken)
    const session = await ctx.wallets.refresh({ session: before, deviceId, idempotencyKey })
    const sealed = sealProviderSession(ctx.vault, userId, session)
    await inTransaction(ctx.db, (tx) => saveProviderCredential(tx, { userId, deviceId, ...sealed }))
    return session
  } catch (error) {
    // Another request may have used the refresh token first; then its result is what counts.
    const newer = await findProviderCredential(ctx.db, userId)
    if (newer && newer.issuedAt > row.issuedAt) return openSession(ctx, newer)
    throw error
  }
}

function signInAgain(): Failure {
  return new Failure('provider_session_expired', 'The wallet session has ended; sign in again.', {
    nextActions: [{ code: 'sign_in', text: 'Sign in again.', href: '/sign-in', who: 'client', until: null }],
  })
}
