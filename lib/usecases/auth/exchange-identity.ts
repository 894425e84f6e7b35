import { inTransaction, type Transaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { saveProviderCredential } from '../../data/provider-credentials.ts'
import {
  consumePreLogin,
  findLiveSession,
  findPreLogin,
  insertSession,
  isErased,
  revokeSession,
  spendToken,
  upsertUser,
} from '../../data/users.ts'
import { Failure } from '../../domain/failure.ts'
import { type Context, signIn } from '../context.ts'
import { sealProviderSession } from './provider-session.ts'
import { hashSecret, newSecret } from './secrets.ts'
import { tokenSpent, verifyLogin } from './verify-login.ts'

export type IdentityExchange = {
  preLoginSecret: string | undefined
  previousSessionSecret: string | undefined
  userToken: string
  encryptionKey: string
  refreshToken: string
  userAgent: string
}

export type ExchangedIdentity = { userId: string; created: boolean; sessionSecret: string }

/**
 * Begins a session for the person whom the provider names for this token; each token begins one session at most. A
 * session that the browser still had ends, so that none can be planted before the sign-in.
 */
export async function exchangeIdentity(ctx: Context, input: IdentityExchange): Promise<ExchangedIdentity> {
  if (!input.preLoginSecret) throw loginStateInvalid()
  const preLoginHash = hashSecret(input.preLoginSecret)
  const preLogin = await findPreLogin(ctx.db, preLoginHash)
  if (!preLogin) throw loginStateInvalid()
  const { providerUserId, session: providerSession } = await verifyLogin(ctx, preLogin, input)

  const sessionSecret = newSecret()
  const { user, created } = await inTransaction(ctx.db, async (tx) => {
    if (!(await consumePreLogin(tx, preLoginHash))) throw loginStateInvalid()
    for (const { userToken } of [input, providerSession])
      if (!(await spendToken(tx, hashSecret(userToken)))) throw tokenSpent()
    if (await isErased(tx, providerUserId)) throw accountErased()
    const { user, created } = await upsertUser(tx, providerUserId)
    const sealed = sealProviderSession(ctx.vault, user.id, providerSession)
    await saveProviderCredential(tx, { userId: user.id, deviceId: preLogin.deviceId, ...sealed })
    await endPreviousSession(tx, input.previousSessionSecret)
    const session = await insertSession(tx, {
      userId: user.id,
      secretHash: hashSecret(sessionSecret),
      userAgent: input.userAgent.slice(0, 300),
    })
    await recordEvent(tx, {
      actor: { kind: 'user', userId: user.id },
      subject: { type: 'session', id: session.id },
      userId: user.id,
      name: created ? 'user.created' : 'user.signed_in',
    })
    return { user, created }
  })
  return { userId: user.id, created, sessionSecret }
}

async function endPreviousSession(tx: Transaction, secret: string | undefined): Promise<void> {
  const previous = secret ? await findLiveSession(tx, hashSecret(secret)) : undefined
  // Ignored because a session that ended at this moment is ended.
  if (previous) await revokeSession(tx, previous.id)
}

function accountErased(): Failure {
  return new Failure('account_erased', 'This account was deleted and can’t be restored.', {
    nextActions: [
      { code: 'sign_in', text: 'Sign in with another Google account.', href: '/sign-in', who: 'anyone', until: null },
    ],
  })
}

function loginStateInvalid(): Failure {
  return new Failure(
    'login_state_invalid',
    'This sign-in was not started in this browser within the last 15 minutes, or was used already.',
    {
      nextActions: [signIn('Start the sign-in again.')],
    },
  )
}
