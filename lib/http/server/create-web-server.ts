import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Failure } from '../../domain/failure.ts'
import { LightResponse } from '../light-response.ts'
import { peerHeader } from '../peer.ts'
import { problemResponse } from '../problem.ts'
import { methods, type Router } from '../router.ts'
import { web } from '../web.ts'
import { answerOutage } from './answer-outage.ts'
import { countPage } from './count-page.ts'
import { cutPauses } from './cut-pauses.ts'
import { drainOf } from './drain.ts'
import { lateRequest, refuseConnection, refuseTunnel } from './refuse-connection.ts'
import { refuseTarget } from './refuse-target.ts'
import { securityHeadersOf } from './security-headers.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<unknown>

export type WebServerParts = {
  router: Router
  servePage: Listener
  /** While developing, pages update themselves over a socket. */
  isDevelopment: boolean
  patience?: Patience
}

/** Milliseconds: how long headers may take, the whole request, and a pause in it. */
type Patience = { headers: number; request: number; pause: number }

export type WebServer = { server: Server; stop: () => Promise<void> }

const usualPatience: Patience = { headers: 10_000, request: 30_000, pause: 10_000 }

/** The server of the web program: everything under `/api` goes to the router, the rest to the pages. */
export function createWebServer(parts: WebServerParts): WebServer {
  const { router, servePage, isDevelopment, patience = usualPatience } = parts
  const { env, log, services } = web()
  const options = { overrideGlobalObjects: false, hostname: new URL(env.PUBLIC_ORIGIN).host }
  const answer = getRequestListener((request) => router(request), options)
  const answering = new Set<ServerResponse>()

  const listen: Listener = async (request, response) => {
    answering.add(response)
    response.once('close', () => answering.delete(response))
    drain.note(response)
    boundPauses(request)
    const target = request.url ?? ''
    for (const [name, value] of Object.entries(securityHeadersOf(target))) response.setHeader(name, value)
    request.headers[peerHeader] = request.socket.remoteAddress ?? ''
    request.rawHeaders = withHeader(request.rawHeaders, peerHeader, request.socket.remoteAddress ?? '')
    const respond = (ready: Response) => getRequestListener(() => ready, options)(request, response)
    const early = answerOutsidePaths(request)
    if (early) {
      // What is no address would be refused again, without a reason.
      request.url = '/'
      return respond(early)
    }
    // In another case it is no path of the API, which says so itself.
    if (/^\/api($|[/?])/i.test(target)) return answer(request, response)
    const startedAt = performance.now()
    response.once('close', () =>
      services.metrics.countRequest('page', response.statusCode, (performance.now() - startedAt) / 1_000),
    )
    if (!(await countPage(request, response))) return
    const unread = isDevelopment ? undefined : answerUnlessRead(request)
    if (unread) return respond(unread)
    answerOutage(response)
    return servePage(request, response)
  }

  const serve = (request: IncomingMessage, response: ServerResponse) => {
    listen(request, response).catch((error: unknown) => {
      log.error({ err: error }, 'request listener failed')
      response.destroy()
    })
  }

  const server = createServer({
    headersTimeout: patience.headers,
    requestTimeout: patience.request,
    connectionsCheckingInterval: 500,
    keepAliveTimeout: 65_000,
    requireHostHeader: false,
    // RFC 9110, section 7.8: a server may ignore Upgrade and answer as if it were not there.
    shouldUpgradeCallback: ({ url }) => isDevelopment && url?.startsWith('/_next/') === true,
  })
  const drain = drainOf(server, answering)
  const cut = (socket: Socket) => refuseConnection(socket, lateRequest, answering)
  const boundPauses = cutPauses(server, answering, { pauseMs: patience.pause, cut })
  server.on('request', serve)
  server.on('checkExpectation', serve)
  server.on('connect', (_, socket) => refuseTunnel(socket))
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket) => refuseConnection(socket, code, answering))
  return { server, stop: drain.stop }
}

/** The answer to a request for the server as a whole, or for no path that can be dispatched. */
function answerOutsidePaths(request: IncomingMessage): Response | undefined {
  if (request.method === 'OPTIONS' && request.url === '*') return allowing([...methods, 'OPTIONS'])
  return refuseTarget(request)
}

/** Pages are read and nothing else, so what would change something never reaches them. */
function answerUnlessRead({ method = 'GET', url = '/' }: IncomingMessage): Response | undefined {
  const allowed = ['GET', 'HEAD', 'OPTIONS']
  if (method === 'GET' || method === 'HEAD') return undefined
  if (method === 'OPTIONS') return allowing(allowed)
  const failure = new Failure('method_not_allowed', `Use ${allowed.join(', ')}.`)
  const response = problemResponse(failure, { url: new URL(url, web().env.PUBLIC_ORIGIN).href, method })
  response.headers.set('allow', allowed.join(', '))
  return response
}

function allowing(allowed: readonly string[]): Response {
  return new LightResponse(null, { status: 204, headers: { allow: allowed.join(', ') } })
}

/** Raw headers with one header set; what a caller sent under that name is dropped. */
function withHeader(raw: string[], name: string, value: string): string[] {
  const kept: string[] = []
  for (let at = 0; at < raw.length; at += 2) {
    const sent = raw[at] ?? ''
    if (sent.length !== name.length || sent.toLowerCase() !== name) kept.push(sent, raw[at + 1] ?? '')
  }
  kept.push(name, value)
  return kept
}
