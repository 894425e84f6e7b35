import { Hono } from 'hono'
import type { Provider } from '../provider.ts'
import { WireError } from '../wire/errors.ts'
import { readBody } from '../wire/request.ts'
import { expire } from './expire.ts'
import { expiration, faultSettings } from './settings.ts'

/** The switches for faults. Loopback only. */
export function faultRoutes(provider: Provider): Hono {
  const routes = new Hono()

  // A page of another origin can send this type only after a preflight, which nothing here answers.
  routes.post('*', async (c, next) => {
    if (!c.req.header('content-type')?.startsWith('application/json')) throw new WireError(400)
    await next()
  })

  routes.get('/', (c) => c.json(provider.faults.show()))

  routes.put('/', async (c) => {
    provider.faults.set(await readBody(c, faultSettings))
    provider.wake()
    return c.json(provider.faults.show())
  })

  routes.post('/expire', async (c) => {
    const expired = expire(provider, await readBody(c, expiration))
    provider.wake()
    return c.json({ expired })
  })

  routes.post('/resume', (c) => {
    provider.faults.resume()
    provider.wake()
    return c.json(provider.faults.show())
  })

  return routes
}
