import { Hono } from 'hono'
import { z } from 'zod'
import type { Provider } from '../provider.ts'
import { approveChallenge, requireApprovable } from '../runner/approve.ts'
import type { Session } from '../store/sessions.ts'
import { isSame, requireSession } from '../wire/authentication.ts'
import { WireError } from '../wire/errors.ts'
import { readBody, readId } from '../wire/request.ts'
import { describeChallenge } from './describe-challenge.ts'
import { verifyIdToken } from './id-token.ts'
import { signIn } from './social-login.ts'

const device = { deviceToken: z.string(), deviceEncryptionKey: z.string() }
const loginBody = z.object({ persona: z.string(), ...device })
const verifyBody = z.object({ token: z.string(), appId: z.string(), socialLoginProvider: z.string(), ...device })
const credentialsBody = z.object({ userToken: z.string(), encryptionKey: z.string(), appId: z.string().optional() })

/** The channel between the provider's own pages and its server; a program may be the person's browser through it. */
export function privateRoutes(provider: Provider): Hono {
  const routes = new Hono()

  // A page of another origin can send this type only after a preflight, which nothing here answers.
  routes.use(async (c, next) => {
    if (!c.req.header('content-type')?.startsWith('application/json')) throw new WireError(400)
    await next()
  })

  routes.post('/login', async (c) => {
    const { persona, ...proof } = await readBody(c, loginBody)
    return c.json({ data: signIn(provider, persona, proof) })
  })

  routes.post('/social/verify', async (c) => {
    const { token, appId, socialLoginProvider, ...proof } = await readBody(c, verifyBody)
    if (appId !== provider.appId) throw new WireError(155114)
    if (socialLoginProvider !== 'Google') throw new WireError(155152)
    return c.json({ data: signIn(provider, verifyIdToken(provider, token), proof) })
  })

  routes.post('/challenges/:id/description', async (c) => {
    const session = requireCredentials(provider, await readBody(c, credentialsBody))
    return c.json({ data: describeChallenge(provider, requireApprovable(provider, session, readId(c))) })
  })

  routes.post('/challenges/:id/approve', async (c) => {
    const session = requireCredentials(provider, await readBody(c, credentialsBody))
    return c.json({ data: await approveChallenge(provider, session, readId(c)) })
  })

  // Closing the approval is not an answer: no state of a challenge says so, and it can be shown again until it expires.
  routes.post('/challenges/:id/cancel', async (c) => {
    const session = requireCredentials(provider, await readBody(c, credentialsBody))
    requireApprovable(provider, session, readId(c))
    return c.json({ data: { code: 155701, message: 'User canceled' } })
  })

  return routes
}

function requireCredentials(provider: Provider, given: z.output<typeof credentialsBody>): Session {
  if (given.appId !== undefined && given.appId !== provider.appId) throw new WireError(155114)
  const session = requireSession(provider, given.userToken)
  if (!isSame(session.encryption_key, given.encryptionKey)) throw new WireError(155118)
  return session
}
