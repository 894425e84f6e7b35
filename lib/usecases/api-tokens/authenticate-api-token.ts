import { findApiTokenBySecret, noteApiTokenUse } from '../../data/api-tokens.ts'
import { Failure } from '../../domain/failure.ts'
import { page, step } from '../../domain/step.ts'
import { hashSecret } from '../auth/secrets.ts'
import type { Services, UserActor } from '../context.ts'
import { isTokenText } from './token-text.ts'

const noteAfterMs = 60_000

/** The person for whom a program acts, read from the database on every call; `token_invalid` when the token is over. */
export async function authenticateApiToken(services: Pick<Services, 'db'>, text: string): Promise<UserActor> {
  if (!isTokenText(text)) throw invalid('This is no API token; one that was cut or mistyped is known by its checksum.')
  const token = await findApiTokenBySecret(services.db, hashSecret(text))
  if (!token) throw invalid('There is no such token.')
  if (token.state === 'REVOKED') throw invalid('The token was revoked.')
  if (token.state === 'EXPIRED') throw invalid('The token has expired.')
  const { id, scopes, userId, capabilities, createdAt, expiresAt, lastUsedAt } = token
  if (!lastUsedAt || Date.now() - lastUsedAt.getTime() > noteAfterMs) await noteApiTokenUse(services.db, id)
  return {
    kind: 'user',
    userId,
    sessionId: id,
    token: { id, scopes },
    capabilities,
    signedInAt: createdAt,
    signInAge: Number.POSITIVE_INFINITY,
    expiresAt,
  }
}

function invalid(detail: string): Failure {
  return new Failure('token_invalid', detail, {
    nextActions: [
      step('anyone', 'create_token', 'Create another token, as a signed-in person.', page('/settings/tokens')),
    ],
  })
}
