import { Hono } from 'hono'
import { z } from 'zod'
import { later, type Provider } from '../provider.ts'
import { insertDeviceToken, insertSession, spendRefreshToken } from '../store/sessions.ts'
import { requireUser, type WireEnv } from '../wire/authentication.ts'
import { WireError } from '../wire/errors.ts'
import { answerOnce, idempotencyKey } from '../wire/once.ts'
import { readBody } from '../wire/request.ts'

const socialTokenBody = z.object({ idempotencyKey, deviceId: z.string().min(1).max(200) })
const refreshBody = z.object({ idempotencyKey, refreshToken: z.string().min(1), deviceId: z.string().min(1) })

/** Device tokens for the social login, and fresh user tokens. */
export function loginRoutes(provider: Provider): Hono<WireEnv> {
  const routes = new Hono<WireEnv>()

  routes.post('/users/social/token', async (c) => {
    const body = await readBody(c, socialTokenBody)
    return await answerOnce(c, provider, body, () => () => {
      const expiresAt = later(provider, provider.timing.deviceToken)
      const row = insertDeviceToken(provider.db, body.deviceId, expiresAt)
      return { deviceToken: row.token, deviceEncryptionKey: row.encryption_key }
    })
  })

  routes.post('/users/token/refresh', requireUser(provider), async (c) => {
    const body = await readBody(c, refreshBody)
    const session = c.get('session')
    return await answerOnce(c, provider, body, () => () => {
      if (session.device_id !== body.deviceId) throw new WireError(155137)
      if (!spendRefreshToken(provider.db, session, body.refreshToken)) throw new WireError(155105)
      const expiresAt = later(provider, provider.timing.userToken)
      const fresh = insertSession(provider.db, session.user_id, session.device_id, provider.now(), expiresAt)
      return {
        userToken: fresh.user_token,
        encryptionKey: fresh.encryption_key,
        userID: fresh.user_id,
        refreshToken: fresh.refresh_token,
      }
    })
  })

  return routes
}
