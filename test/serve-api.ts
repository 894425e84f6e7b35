import { resolve } from 'node:path'
import { serve } from '@hono/node-server'
import { openRouter } from '#lib/http/api-routes.ts'

/**
 * The API of one web instance on a free port, which it sends to the parent. A message is answered with the processor
 * time that its event loop took since the last one, and for how many answers.
 */
const router = await openRouter(resolve(import.meta.dirname, '..'))
let answers = 0
let since = process.threadCpuUsage()
const fetch = (request: Request) => {
  answers += 1
  return router(request)
}
const server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => process.send?.({ port }))
process.on('message', () => {
  const { user, system } = process.threadCpuUsage(since)
  process.send?.({ busyMs: (user + system) / 1_000, answers })
  since = process.threadCpuUsage()
  answers = 0
})
process.on('disconnect', () => {
  server.close()
  process.exit(0)
})
