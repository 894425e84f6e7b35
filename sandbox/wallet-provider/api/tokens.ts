import { Hono } from 'hono'
import type { Provider } from '../provider.ts'
import type { WireEnv } from '../wire/authentication.ts'
import { WireError } from '../wire/errors.ts'
import { readId } from '../wire/request.ts'
import { findToken } from '../wire/tokens.ts'

/** Tokens by their id. */
export function tokenRoutes(provider: Provider): Hono<WireEnv> {
  const routes = new Hono<WireEnv>()

  routes.get('/:id', (c) => {
    const token = findToken(provider, readId(c))
    if (!token) throw new WireError(156002)
    return c.json({ data: { token } })
  })

  return routes
}
