import { Hono } from 'hono'
import { z } from 'zod'
import { later, type Provider } from '../provider.ts'
import { insertChallenge } from '../store/challenges.ts'
import { requireUser, type WireEnv } from '../wire/authentication.ts'
import { answerOnce, idempotencyKey } from '../wire/once.ts'
import { executionFields, planExecution } from '../wire/plan-execution.ts'
import { readBody } from '../wire/request.ts'

const executionBody = z.object({ idempotencyKey, ...executionFields })

/** Challenges that call a contract from the user's wallet. */
export function contractExecutionRoutes(provider: Provider): Hono<WireEnv> {
  const routes = new Hono<WireEnv>()

  routes.post('/', requireUser(provider), async (c) => {
    const body = await readBody(c, executionBody)
    const userId = c.get('session').user_id
    return await answerOnce(c, provider, body, async () => {
      const plan = await planExecution(provider, userId, body)
      return () => {
        const expiresAt = later(provider, provider.timing.challenge)
        const type = 'CONTRACT_EXECUTION'
        return {
          challengeId: insertChallenge(provider.db, { userId, type, payload: plan, expiresAt, now: provider.now() }),
        }
      }
    })
  })

  return routes
}
