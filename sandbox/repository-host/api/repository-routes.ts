import { Hono } from 'hono'
import type { Host } from '../context.ts'
import { toPermissionsJson, toRepositoryJson } from '../json/repository.ts'
import { findAccount } from '../store/accounts.ts'
import { effectiveRole } from '../store/repositories.ts'
import { roleOf } from './access.ts'
import { repositoryInstallationRoute } from './app-routes.ts'
import { checkRoutes } from './check-routes.ts'
import { contentRoutes } from './content-routes.ts'
import { notFound } from './errors.ts'
import { gitRoutes } from './git-routes.ts'
import { gitWriteRoutes } from './git-write-routes.ts'
import { issueRoutes } from './issue-routes.ts'
import { primaryLanguage, readLanguages } from './languages.ts'
import { pullRoutes } from './pull-routes.ts'
import { type HostContext, type HostEnv, requireRepository } from './request.ts'

/** Everything below one repository; mounted once by name and once by id. */
export function repositoryRoutes(host: Host): Hono<HostEnv> {
  const routes = new Hono<HostEnv>()
  routes.get('/', (c) => showRepository(host, c))
  routes.get('/installation', (c) => repositoryInstallationRoute(host, c))
  routes.get('/topics', (c) => {
    const names: string[] = JSON.parse(requireRepository(host, c, { permission: 'metadata', level: 'read' }).topics)
    return c.json({ names })
  })
  routes.get('/languages', async (c) => {
    const repository = requireRepository(host, c, { permission: 'metadata', level: 'read' })
    return c.json(await readLanguages(host, repository))
  })
  routes.get('/collaborators/:login/permission', (c) => showPermission(host, c))
  routes.route('/', issueRoutes(host))
  routes.route('/', pullRoutes(host))
  // Before the commits, whose names may hold any path.
  routes.route('/', checkRoutes(host))
  routes.route('/', gitRoutes(host))
  routes.route('/', gitWriteRoutes(host))
  routes.route('/', contentRoutes(host))
  return routes
}

async function showRepository(host: Host, c: HostContext): Promise<Response> {
  const repository = requireRepository(host, c, { permission: 'metadata', level: 'read' })
  return c.json({
    ...toRepositoryJson(host, repository, roleOf(host, c.get('principal'), repository)),
    language: await primaryLanguage(host, repository),
    network_count: 0,
    subscribers_count: 0,
  })
}

function showPermission(host: Host, c: HostContext): Response {
  const repository = requireRepository(host, c, { permission: 'metadata', level: 'read' })
  if (c.get('principal').kind === 'anonymous') throw notFound()
  const user = findAccount(host.db, c.req.param('login') ?? '')
  if (!user) throw notFound()
  const role = effectiveRole(host.db, repository, user.id)
  const permission = { pull: 'read', triage: 'read', push: 'write', maintain: 'write', admin: 'admin' }
  return c.json({
    permission: role ? permission[role] : 'none',
    role_name: role ?? 'none',
    user: { login: user.login, id: user.id, permissions: toPermissionsJson(role) },
  })
}
