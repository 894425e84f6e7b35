import next from 'next'
import { openRouter } from '#lib/http/api-routes.ts'
import { readReasons, refuseDatabase } from '#lib/http/own-readiness.ts'
import { createWebServer } from '#lib/http/server/create-web-server.ts'
import { notePresence } from '#lib/http/server/note-presence.ts'
import { startWeb } from '#lib/http/web.ts'
import { serveMetrics } from '#lib/metrics/serve-metrics.ts'
import { startTracing, tracingOf } from '#lib/tracing/start-tracing.ts'

const own = startWeb()
const { env, log, services, changes } = own
const isDevelopment = env.NODE_ENV === 'development'

const refusal = await refuseDatabase()
if (refusal) {
  process.stderr.write(`${refusal}\n`)
  process.exit(1)
}
const stopTracing = startTracing(tracingOf(env, 'web'))
const stopMetrics = await serveMetrics({ services, env, readReasons })
const { server, stop } = createWebServer({
  router: await openRouter(import.meta.dirname),
  servePage: (request, response) => servePage(request, response),
  isDevelopment,
})
const pages = next({
  dev: isDevelopment,
  dir: import.meta.dirname,
  customServer: true,
  hostname: env.HOST,
  port: env.PORT,
  httpServer: server,
})
await pages.prepare()
const servePage = pages.getRequestHandler()

let endPresence = () => {}
let stopping = false
async function end(): Promise<void> {
  if (stopping) return
  stopping = true
  log.info('web is stopping')
  // Whatever hangs besides: a program that was asked to end has ended after this.
  setTimeout(() => process.exit(1), 14_000).unref()
  changes.close()
  endPresence()
  await stop()
  await stopMetrics()
  await services.close()
  await stopTracing()
  log.info('web has stopped')
  process.exit(0)
}
process.on('SIGTERM', end)
process.on('SIGINT', end)
process.on('uncaughtException', (error) => {
  log.fatal({ err: error }, 'the web program ends after an unexpected error')
  process.exit(1)
})

server.listen(env.PORT, env.HOST, () => {
  endPresence = notePresence(own)
  log.info({ origin: env.PUBLIC_ORIGIN, port: env.PORT }, 'web is listening')
})
