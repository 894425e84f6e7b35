import { Hono } from 'hono'
import { z } from 'zod'
import { later, type Provider } from '../provider.ts'
import { insertChallenge } from '../store/challenges.ts'
import { requireUser, type WireEnv } from '../wire/authentication.ts'
import { answerOnce, idempotencyKey } from '../wire/once.ts'
import { planTransfer, transferFields } from '../wire/plan-transfer.ts'
import { readBody } from '../wire/request.ts'

const transferBody = z.object({ idempotencyKey, ...transferFields })

/** Challenges that send the user's money to another address. */
export function transferRoutes(provider: Provider): Hono<WireEnv> {
  const routes = new Hono<WireEnv>()

  routes.post('/', requireUser(provider), async (c) => {
    const body = await readBody(c, transferBody)
    const userId = c.get('session').user_id
    return await answerOnce(c, provider, body, async () => {
      const plan = await planTransfer(provider, userId, body)
      return () => {
        const expiresAt = later(provider, provider.timing.challenge)
        const type = 'CREATE_TRANSACTION'
        return {
          challengeId: insertChallenge(provider.db, { userId, type, payload: plan, expiresAt, now: provider.now() }),
        }
      }
    })
  })

  return routes
}
