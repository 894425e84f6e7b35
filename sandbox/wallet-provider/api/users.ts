import { Hono } from 'hono'
import { z } from 'zod'
import { later, type Provider } from '../provider.ts'
import type { WalletPlan } from '../runner/plans.ts'
import { type ChallengeType, insertChallenge } from '../store/challenges.ts'
import { findUser, type User } from '../store/users.ts'
import { requireUser, type WireContext, type WireEnv } from '../wire/authentication.ts'
import { WireError } from '../wire/errors.ts'
import { answerOnce, idempotencyKey } from '../wire/once.ts'
import { readBody } from '../wire/request.ts'
import { toWireUser } from '../wire/shapes.ts'

const walletsBody = z.object({
  idempotencyKey,
  // As documented: who does not ask for a smart account gets a plain one.
  accountType: z.enum(['SCA', 'EOA']).default('EOA'),
  blockchains: z.array(z.string().min(1)).min(1),
  metadata: z.array(z.object({ name: z.string().optional(), refId: z.string().optional() })).optional(),
})

/** The user of a token, and the challenges that make wallets. */
export function userRoutes(provider: Provider): Hono<WireEnv> {
  const routes = new Hono<WireEnv>()
  routes.use(requireUser(provider))

  routes.get('/', (c) => c.json({ data: toWireUser(requireCurrentUser(provider, c)) }))
  routes.post('/initialize', async (c) => await challengeWallet(provider, c, 'INITIALIZE'))
  routes.post('/wallets', async (c) => await challengeWallet(provider, c, 'CREATE_WALLET'))

  return routes
}

async function challengeWallet(provider: Provider, c: WireContext, type: ChallengeType): Promise<Response> {
  const body = await readBody(c, walletsBody)
  return await answerOnce(c, provider, body, () => () => {
    const user = requireCurrentUser(provider, c)
    if (type === 'INITIALIZE' && user.initialized) throw new WireError(155106)
    const challengeId = insertChallenge(provider.db, {
      userId: user.id,
      type,
      payload: planWallet(provider, body),
      expiresAt: later(provider, provider.timing.challenge),
      now: provider.now(),
    })
    return { challengeId }
  })
}

function planWallet(provider: Provider, body: z.output<typeof walletsBody>): WalletPlan {
  const { accountType, blockchains, metadata } = body
  if (metadata && metadata.length !== blockchains.length) throw new WireError(155504)
  if (accountType === 'SCA' && blockchains.length > 1) throw new WireError(155508)
  if (blockchains.some((name) => name !== provider.blockchain) || blockchains.length > 1) throw new WireError(155511)
  return { accountType, name: metadata?.[0]?.name ?? null, refId: metadata?.[0]?.refId ?? null }
}

function requireCurrentUser(provider: Provider, c: WireContext): User {
  const user = findUser(provider.db, c.get('session').user_id)
  if (!user) throw new WireError(155103)
  return user
}
