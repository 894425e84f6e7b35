import { Hono } from 'hono'
import { z } from 'zod'
import type { Provider } from '../provider.ts'
import { readBody } from '../wire/request.ts'

const fault = { path: z.string().startsWith('/'), count: z.int().min(1) }
const settings = z.strictObject({
  dropAnswers: z.object(fault).optional(),
  failNext: z.object({ ...fault, status: z.int().min(400).max(599) }).optional(),
})

/** The switches for faults. Loopback only; a page of another origin cannot send a PUT without a preflight. */
export function faultRoutes(provider: Provider): Hono {
  const routes = new Hono()
  routes.get('/', (c) => c.json(provider.faults.show()))
  routes.put('/', async (c) => {
    provider.faults.set(await readBody(c, settings))
    return c.json(provider.faults.show())
  })
  return routes
}
