import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import type { Provider } from '../provider.ts'
import { findSession, type Session, userTokenPattern } from '../store/sessions.ts'
import { developerId } from '../store/users.ts'
import { WireError } from './errors.ts'
import { isUuid } from './request.ts'

export type WireEnv = { Variables: { session: Session; holderId: string } }
export type WireContext = Context<WireEnv>

/** Every answer carries the request's own id if it is a UUID, a new one otherwise. */
export const requestId: MiddlewareHandler = async (c, next) => {
  const given = c.req.header('x-request-id') ?? ''
  await next()
  c.header('x-request-id', isUuid(given) ? given : randomUUID())
}

/** Lets only the configured API key through. */
export function requireApiKey(provider: Provider): MiddlewareHandler {
  return async (c, next) => {
    const [, key] = /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '') ?? []
    if (key === undefined || !/^(TEST|LIVE)_API_KEY:[^:]+:[^:]+$/.test(key)) throw new WireError(401)
    if (key.startsWith('LIVE')) throw new WireError(156006)
    if (!isSame(key, provider.apiKey)) throw new WireError(156007)
    await next()
  }
}

/** Lets only living user tokens through, and makes their session known. */
export function requireUser(provider: Provider): MiddlewareHandler<WireEnv> {
  return async (c, next) => {
    c.set('session', requireSession(provider, c.req.header('x-user-token')))
    await next()
  }
}

/** Makes known whose things are asked for: the user token's user's, or the developer's where there is no token. */
export function requireHolder(provider: Provider): MiddlewareHandler<WireEnv> {
  return async (c, next) => {
    const userToken = c.req.header('x-user-token')
    c.set('holderId', userToken === undefined ? developerId : requireSession(provider, userToken).user_id)
    await next()
  }
}

/** The session of a user token that is known and alive. */
export function requireSession(provider: Provider, userToken: string | undefined): Session {
  if (!userToken) throw new WireError(155103)
  if (!userTokenPattern.test(userToken)) throw new WireError(155105)
  const session = findSession(provider.db, userToken)
  if (!session) throw new WireError(155103)
  if (session.expires_at <= provider.now().getTime()) throw new WireError(155104)
  return session
}

/** Compares in constant time, whatever the lengths. */
export function isSame(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(left), digest(right))
}
