import { createHmac, randomBytes } from 'node:crypto'
import type { Persona } from '../../personas.ts'
import type { Provider } from '../provider.ts'
import { findOrMakeSecret } from '../store/secrets.ts'
import { isSame } from '../wire/authentication.ts'
import { WireError } from '../wire/errors.ts'

const lifetimeSeconds = 600

/** What the social login provider says about a person, signed by it. */
export function issueIdToken(
  provider: Provider,
  persona: Persona,
  request: { clientId: string; nonce: string; issuer: string },
): string {
  const now = Math.floor(provider.now().getTime() / 1000)
  const claims = {
    iss: request.issuer,
    aud: request.clientId,
    sub: persona.key,
    nonce: request.nonce,
    email: persona.email,
    email_verified: true,
    name: persona.name,
    iat: now,
    exp: now + lifetimeSeconds,
  }
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${content}.${signatureOf(provider, content)}`
}

/** The persona whom a token of `issueIdToken` is about. */
export function verifyIdToken(provider: Provider, token: string): string {
  const [header, payload, signature, ...rest] = token.split('.')
  if (!header || !payload || !signature || rest.length > 0) throw new WireError(155140)
  if (!isSame(signature, signatureOf(provider, `${header}.${payload}`))) throw new WireError(155140)
  const claims: { sub: string; exp: number } = JSON.parse(Buffer.from(payload, 'base64url').toString())
  if (claims.exp * 1000 <= provider.now().getTime()) throw new WireError(155139)
  return claims.sub
}

function signatureOf(provider: Provider, content: string): string {
  const secret = findOrMakeSecret(provider.db, 'id-token-key', () => randomBytes(32).toString('base64'))
  return createHmac('sha256', secret).update(content).digest('base64url')
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}
