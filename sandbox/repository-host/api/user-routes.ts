import { Hono } from 'hono'
import type { Host } from '../context.ts'
import { toAccountJson, toProfileJson } from '../json/account.ts'
import { toInstallationJson } from '../json/installation.ts'
import { toRepositoryJson } from '../json/repository.ts'
import { type Account, findAccount, findAccountById, listInstallTargets } from '../store/accounts.ts'
import { findInstallation, type Installation, listInstallations, listUserRepositories } from '../store/installations.ts'
import { effectiveRole, listRepositoriesOf } from '../store/repositories.ts'
import { ApiError, notByIntegration, notFound } from './errors.ts'
import { primaryLanguage } from './languages.ts'
import { type HostContext, type HostEnv, readNumber, readPage, setPageLinks } from './request.ts'

/** What a signed-in person sees of themselves and of the App's installations. */
export function userRoutes(host: Host): Hono<HostEnv> {
  const routes = new Hono<HostEnv>()
  routes.get('/user', (c) => {
    const user = requireUser(c)
    return c.json(toProfileJson(host, user, countPublic(host, user)))
  })
  routes.get('/users/:login', (c) => c.json(showAccount(host, findAccount(host.db, c.req.param('login')))))
  routes.get('/user/:account_id{[0-9]+}', (c) =>
    c.json(showAccount(host, findAccountById(host.db, readNumber(c, 'account_id')))),
  )
  routes.get('/user/installations', (c) => {
    const user = requireUser(c)
    const page = readPage(c)
    const installations = listInstallations(host.db).filter((installation) => isVisible(host, installation, user))
    setPageLinks(host, c, page, installations.length)
    return c.json({
      total_count: installations.length,
      installations: installations
        .slice(page.offset, page.offset + page.limit)
        .map((installation) => toInstallationJson(host, installation)),
    })
  })
  routes.get('/user/installations/:installation_id/repositories', (c) => listRepositories(host, c))
  return routes
}

async function listRepositories(host: Host, c: HostContext): Promise<Response> {
  const user = requireUser(c)
  const installation = findInstallation(host.db, readNumber(c, 'installation_id'))
  if (!installation || !isVisible(host, installation, user)) throw notFound()
  if (installation.suspended_at) throw new ApiError(403, 'This installation has been suspended')
  const page = readPage(c)
  const repositories = listUserRepositories(host.db, installation, user.id)
  setPageLinks(host, c, page, repositories.length)
  const shown = repositories.slice(page.offset, page.offset + page.limit).map(async (repository) => ({
    ...toRepositoryJson(host, repository, effectiveRole(host.db, repository, user.id)),
    language: await primaryLanguage(host, repository),
  }))
  return c.json({
    total_count: repositories.length,
    repository_selection: installation.repository_selection,
    repositories: await Promise.all(shown),
  })
}

function requireUser(c: HostContext): Account {
  const principal = c.get('principal')
  if (principal.kind === 'anonymous') throw new ApiError(401, 'Requires authentication')
  if (principal.kind !== 'user') throw notByIntegration()
  return principal.user
}

function isVisible(host: Host, installation: Installation, user: Account): boolean {
  const mayConfigure = listInstallTargets(host.db, user.id).some((account) => account.id === installation.account_id)
  return mayConfigure || listUserRepositories(host.db, installation, user.id).length > 0
}

function showAccount(host: Host, account: Account | undefined) {
  if (!account) throw notFound()
  return { ...toAccountJson(host, account), name: account.name, public_repos: countPublic(host, account) }
}

function countPublic(host: Host, account: Account): number {
  return listRepositoriesOf(host.db, account.id).filter((repository) => repository.private === 0).length
}
