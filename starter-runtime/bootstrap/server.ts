import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import type { z } from 'zod'
import { addConsole, type ConsoleEnv, type ConsoleParts } from '../console/routes.ts'
import { software } from '../software.ts'
import { nextDeadline, stateOf, waitingWork } from '../status.ts'
import { readJson, requireHost } from './guards.ts'
import { Refusal, refusalResponse } from './refusal.ts'
import { challengeBody, claimBody } from './wire.ts'

const bodyLimit = 64 * 1024

export type BootstrapOptions = {
  host: string
  port: number
  /** `host[:port][/base]` under which the control plane reaches this server; its own address when not given. */
  publicAddress: string | undefined
  allowedHosts: readonly string[]
  /** How many proxies stand before it, each of which adds the caller's address to `X-Forwarded-For`. */
  trustedProxies: number
}

export type BootstrapServer = { port: number; publicAddress(): string; stop(): Promise<void> }

/** The address is known only once the server listens, while the parts that show it are made before. */
export type BootstrapParts = Omit<ConsoleParts, 'trustedProxies'>

/** The server that the control plane pairs with and the owner looks at. Resolves when it listens. */
export async function startBootstrapServer(
  options: BootstrapOptions,
  parts: (publicAddress: () => string) => BootstrapParts,
): Promise<BootstrapServer> {
  let port = options.port
  const publicAddress = () => options.publicAddress ?? `localhost:${port}`
  const { trustedProxies } = options
  const all = { ...parts(publicAddress), trustedProxies }
  const app = createApp(all, publicAddress, () => allowedHosts(options, port))
  const server = createServer(
    { requestTimeout: 15_000, headersTimeout: 10_000 },
    getRequestListener((request, bindings) => app.fetch(request, bindings), {
      overrideGlobalObjects: false,
      hostname: 'localhost',
    }),
  )
  await listen(server, options)
  port = addressOf(server).port
  return { port, publicAddress, stop: () => close(server) }
}

function createApp(
  parts: ConsoleParts,
  publicAddress: () => string,
  allowed: () => ReadonlySet<string>,
): Hono<ConsoleEnv> {
  const base = publicAddress().replace(/^[^/]*/, '')
  const routes = new Hono<ConsoleEnv>()
  routes.post('/service/connect/challenge', async (c) => {
    const body = parse(challengeBody, await readJson(c.req.raw, bodyLimit))
    return c.json(await parts.pairing.challenge(body))
  })
  routes.post('/service/connect/claim', async (c) => {
    const body = parse(claimBody, await readJson(c.req.raw, bodyLimit))
    return c.json(await parts.pairing.claim(body))
  })
  routes.get('/service/health', (c) => c.json(health(parts)))
  addConsole(routes, parts)

  const app = new Hono<ConsoleEnv>()
  app.use(async (c, next) => {
    requireHost(c.req.raw, allowed())
    await next()
    c.res.headers.set('cache-control', 'no-store')
    c.res.headers.set('x-content-type-options', 'nosniff')
    // With `no-referrer` browsers would send the console's own forms with an opaque origin.
    c.res.headers.set('referrer-policy', 'same-origin')
  })
  app.route('/', routes)
  // Reached through a proxy that keeps the base path, as well as through one that strips it.
  if (base) app.route(`${base}/`, routes)
  if (base) app.get(base, (c) => c.redirect(`${base}/`, 308))
  app.notFound(() => refusalResponse(new Refusal('not_found')))
  app.onError((error) => refusalResponse(error))
  return app
}

function health(parts: BootstrapParts) {
  const { status, connection, role, isolation } = parts
  return {
    status: 'ok',
    role,
    state: stateOf(status),
    software,
    isolation,
    connected: connection.current()?.state === 'connected',
    credential_until: connection.current()?.expires_at ?? null,
    last_heartbeat_at: status.lastHeartbeatAt?.toISOString() ?? null,
    running: status.running.size,
    waiting: waitingWork(status).length,
    next_deadline: nextDeadline(status),
  }
}

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map((issue) => issue.path.join('.') || 'body')
  throw new Refusal('invalid_request', `Not valid: ${[...new Set(fields)].join(', ')}.`)
}

/** The names under which this server may be asked for, as `Host` headers write them. */
function allowedHosts(options: BootstrapOptions, port: number): ReadonlySet<string> {
  const own = ['localhost', '127.0.0.1', '[::1]'].map((name) => `${name}:${port}`)
  const named = (options.publicAddress ?? '').replace(/\/.*$/, '')
  const all = [...own, named, ...options.allowedHosts].filter(Boolean).map((name) => name.toLowerCase())
  return new Set(all.flatMap((name) => (/:\d+$/.test(name) ? [name, name.replace(/:(443|80)$/, '')] : [name])))
}

async function listen(server: Server, options: BootstrapOptions): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${options.port} of ${options.host} is taken: choose another one with --port.`)
          : error,
      ),
    )
    server.listen(options.port, options.host, resolve)
  })
}

function addressOf(server: Server): AddressInfo {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server does not listen.')
  return address
}

async function close(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
