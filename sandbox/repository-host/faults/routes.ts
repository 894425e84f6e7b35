import { Hono } from 'hono'
import { z } from 'zod'
import { ApiError } from '../api/errors.ts'
import { type HostEnv, readBody } from '../api/request.ts'
import type { Host } from '../context.ts'
import { faultSettings } from './settings.ts'

/** The switches for faults, to be mounted in the world. */
export function faultRoutes({ faults }: Host): Hono<HostEnv> {
  const routes = new Hono<HostEnv>()
  routes.get('/', (c) => c.json(faults.show()))
  routes.put('/', async (c) => {
    const read = faultSettings.safeParse(await readBody(c))
    if (!read.success) throw new ApiError(422, z.prettifyError(read.error))
    faults.set(read.data)
    return c.json(faults.show())
  })
  return routes
}
