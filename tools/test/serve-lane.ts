import { resolve } from 'node:path'
import { serve } from '@hono/node-server'
import { openLane } from '../../lib/http/api-routes.ts'

/** The API of one web instance on a free port, which is told to the parent. */
const lane = await openLane(resolve(import.meta.dirname, '../..'))
const server = serve({ fetch: lane, port: 0, hostname: '127.0.0.1' }, ({ port }) => process.send?.({ port }))
process.on('disconnect', () => {
  server.close()
  process.exit(0)
})
