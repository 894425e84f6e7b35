import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import next from 'next'
import { Failure } from '#lib/domain/failure.ts'
import { loadApiRoutes } from '#lib/http/api-routes.ts'
import { createLane } from '#lib/http/lane.ts'
import { problemResponse } from '#lib/http/problem.ts'
import { isPlainTarget } from '#lib/http/target.ts'
import { web } from '#lib/http/web.ts'

const { env, log, services } = web()
const isDevelopment = env.NODE_ENV === 'development'
const peerHeader = 'x-jobwright-peer'

const server = createServer(
  { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 65_000 },
  (request, response) => {
    listen(request, response).catch((error: unknown) => {
      log.error({ err: error }, 'request listener failed')
      response.destroy()
    })
  },
)

const pages = next({
  dev: isDevelopment,
  dir: import.meta.dirname,
  customServer: true,
  hostname: env.HOST,
  port: env.PORT,
  httpServer: server,
})
const lane = createLane(await loadApiRoutes(import.meta.dirname))
const answer = getRequestListener((request) => lane(request), {
  overrideGlobalObjects: false,
  hostname: new URL(env.PUBLIC_ORIGIN).host,
})
const refuse = getRequestListener(
  async () =>
    problemResponse(new Failure('invalid_target', 'Name the path plainly.'), {
      url: env.PUBLIC_ORIGIN,
      requestId: crypto.randomUUID(),
    }),
  { overrideGlobalObjects: false, hostname: new URL(env.PUBLIC_ORIGIN).host },
)
await pages.prepare()
const servePage = pages.getRequestHandler()

async function listen(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const target = request.url ?? ''
  if (!isPlainTarget(target)) return refuse(request, response)
  const isApi = target === '/api' || target.startsWith('/api/') || target.startsWith('/api?')
  if (!isApi || isDevelopment) return servePage(request, response)
  request.headers[peerHeader] = request.socket.remoteAddress ?? ''
  request.rawHeaders = withHeader(request.rawHeaders, peerHeader, request.socket.remoteAddress ?? '')
  return answer(request, response)
}

/** Raw headers with one header set; what a caller sent under that name is dropped. */
function withHeader(raw: string[], name: string, value: string): string[] {
  const kept = raw.flatMap((item, index) =>
    index % 2 === 0 && item.toLowerCase() !== name ? [item, raw[index + 1] ?? ''] : [],
  )
  return [...kept, name, value]
}

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  server.close()
  server.closeIdleConnections()
  setTimeout(() => server.closeAllConnections(), 10_000).unref()
  await new Promise((resolve) => server.once('close', resolve))
  await services.close()
  process.exit(0)
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
process.on('uncaughtException', (error) => {
  log.fatal({ err: error }, 'the web program ends after an unexpected error')
  process.exit(1)
})

server.listen(env.PORT, env.HOST, () => log.info({ origin: env.PUBLIC_ORIGIN, port: env.PORT }, 'web is listening'))
