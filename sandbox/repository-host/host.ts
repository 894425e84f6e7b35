import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { createApi } from './api/api.ts'
import { ApiError, toErrorResponse } from './api/errors.ts'
import type { HostEnv } from './api/request.ts'
import { firstCredentials } from './app-credentials.ts'
import { type AppRegistration, registerApp } from './app-registration.ts'
import type { Host } from './context.ts'
import { createFaults } from './faults/faults.ts'
import { injectFaults } from './faults/inject-faults.ts'
import { gitHttpRoutes } from './git-http/routes.ts'
import { WebhookSender } from './hooks/sender.ts'
import { accessTokenRoutes } from './login/access-token.ts'
import { assetRoutes } from './login/assets.ts'
import { authorizeRoutes } from './login/authorize.ts'
import { browseRoutes } from './login/browse.ts'
import { codePages } from './login/code-pages.ts'
import { installRoutes } from './login/install.ts'
import { sendProblem } from './login/page.ts'
import { sessionRoutes } from './login/session.ts'
import { settingsRoutes } from './login/settings.ts'
import type { RepositoryHostOptions } from './options.ts'
import { plantSeed } from './seed/plant.ts'
import { plantQualification } from './seed/qualification.ts'
import { seed } from './seed/seed.ts'
import { openDatabase } from './store/database.ts'
import { worldRoutes } from './world/world-routes.ts'

export type RepositoryHost = {
  /** Origin of the web and login pages. */
  url: string
  /** Base URL of the REST API, ending in `/api/v3`. */
  apiUrl: string
  /** Origin of clone URLs. */
  gitUrl: string
  app: Pick<AppRegistration, 'id' | 'slug' | 'clientId' | 'clientSecret' | 'privateKeyPem' | 'webhookSecret'>
  /** The public repository on which agents qualify, and its one commit. */
  qualification: { cloneUrl: string; commit: string }
  stop: () => Promise<void>
}

/** Starts the repository host on loopback; a data folder keeps everything over restarts. */
export async function startRepositoryHost(options: RepositoryHostOptions): Promise<RepositoryHost> {
  const app = registerApp(options)
  const now = options.now ?? (() => new Date())
  const db = openDatabase(options.dataDir)
  const { dataDir, personas } = options
  const ground = { db, dataDir, personas, appSlug: app.slug }
  await plantSeed(ground, options.seed ?? seed)
  const { fullName, commit } = await plantQualification(ground)
  const faults = createFaults(now)
  const { id: appId, webhookUrl, webhookSecret: secret } = app
  const webhooks = new WebhookSender({ db, appId, url: webhookUrl, secret, now, faults })
  const server = createServer()
  const url = await listen(server, options.port)
  const credentials = firstCredentials(app)
  const apiUrl = `${url}/api/v3`
  const host: Host = { db, dataDir, personas, url, apiUrl, app, credentials, webhooks, faults, now }
  server.on('request', getRequestListener(createRoutes(host).fetch, { overrideGlobalObjects: false }))
  return {
    url,
    apiUrl,
    gitUrl: url,
    app,
    qualification: { cloneUrl: `${url}/${fullName}.git`, commit },
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await webhooks.stop()
      db.close()
    },
  }
}

async function listen(server: Server, port: number): Promise<string> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return `http://127.0.0.1:${address.port}`
}

function createRoutes(host: Host): Hono<HostEnv> {
  const routes = new Hono<HostEnv>()
  routes.use(async (c, next) => {
    await next()
    c.header('date', host.now().toUTCString())
  })
  routes.use(injectFaults(host))
  routes.route('/api/v3', createApi(host))
  routes.route('/sandbox', worldRoutes(host))
  routes.route('/', gitHttpRoutes(host))
  routes.route('/', createPages(host))
  routes.notFound((c) => sendProblem(c, 404, 'Not found', 'There is no such page.'))
  return routes
}

function createPages(host: Host): Hono<HostEnv> {
  const pages = new Hono<HostEnv>()
  pages.onError((error, c) => {
    if (error instanceof ApiError)
      return sendProblem(c, error.status === 403 ? 403 : 400, 'Not possible', error.message)
    return toErrorResponse(c, error)
  })
  pages.route('/', assetRoutes())
  pages.route('/', sessionRoutes(host))
  pages.route('/', accessTokenRoutes(host))
  pages.route('/', authorizeRoutes(host))
  pages.route('/', installRoutes(host))
  pages.route('/', settingsRoutes(host))
  pages.route('/', browseRoutes(host))
  pages.route('/', codePages(host))
  return pages
}
