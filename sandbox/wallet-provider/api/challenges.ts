import { Hono } from 'hono'
import type { Provider } from '../provider.ts'
import { settleChallenges } from '../runner/settle-challenges.ts'
import { type Challenge, findChallenge } from '../store/challenges.ts'
import { requireUser, type WireEnv } from '../wire/authentication.ts'
import { WireError } from '../wire/errors.ts'
import { filter, readPage } from '../wire/page.ts'
import { readId } from '../wire/request.ts'
import { toWireChallenge } from '../wire/shapes.ts'

/** The challenges of a token's user. */
export function challengeRoutes(provider: Provider): Hono<WireEnv> {
  const routes = new Hono<WireEnv>()
  routes.use(requireUser(provider))

  routes.get('/', (c) => {
    settleChallenges(provider)
    const challenges = readPage<Challenge>(c, provider, 'challenge', [
      { sql: 'user_id = ?', values: [c.get('session').user_id] },
      ...filter(c, 'status', 'status = ?'),
    ])
    return c.json({ data: { challenges: challenges.map(toWireChallenge) } })
  })

  routes.get('/:id', (c) => {
    settleChallenges(provider)
    const challenge = findChallenge(provider.db, c.get('session').user_id, readId(c))
    if (!challenge) throw new WireError(155116)
    return c.json({ data: { challenge: toWireChallenge(challenge) } })
  })

  return routes
}
