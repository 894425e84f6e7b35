import { Hono } from 'hono'
import type { Host } from '../context.ts'
import { toAppJson, toInstallationJson } from '../json/installation.ts'
import { toInstallationRequestJson } from '../json/installation-request.ts'
import { toRepositoryJson } from '../json/repository.ts'
import { listInstallationRequests } from '../store/installation-requests.ts'
import {
  findInstallation,
  type Installation,
  installationCovering,
  listInstallationRepositories,
  listInstallations,
} from '../store/installations.ts'
import { createInstallationToken, deleteInstallationToken } from '../store/tokens.ts'
import { timestamp } from '../timestamp.ts'
import { resumeInstallation, suspendInstallation, uninstall } from '../world/installations.ts'
import { ApiError, notByIntegration, notFound } from './errors.ts'
import { undecodable } from './json-web-token.ts'
import {
  findPathRepository,
  type HostContext,
  type HostEnv,
  readBody,
  readNumber,
  readPage,
  setPageLinks,
} from './request.ts'
import { narrowToken } from './token-scope.ts'

/** What an App does as itself, with its JSON web token, and as one of its installations. */
export function appRoutes(host: Host): Hono<HostEnv> {
  const routes = new Hono<HostEnv>()
  routes.get('/app', (c) => {
    assertApp(c)
    return c.json(toAppJson(host))
  })
  routes.get('/app/installations', (c) => {
    assertApp(c)
    const page = readPage(c)
    const installations = listInstallations(host.db)
    setPageLinks(host, c, page, installations.length)
    const shown = installations.slice(page.offset, page.offset + page.limit)
    return c.json(shown.map((installation) => toInstallationJson(host, installation)))
  })
  routes.get('/app/installation-requests', (c) => {
    assertApp(c)
    const page = readPage(c)
    const requests = listInstallationRequests(host.db)
    setPageLinks(host, c, page, requests.length)
    const shown = requests.slice(page.offset, page.offset + page.limit)
    return c.json(shown.map((request) => toInstallationRequestJson(host, request)))
  })
  routes.get('/app/installations/:installation_id', (c) =>
    c.json(toInstallationJson(host, requireInstallation(host, c))),
  )
  routes.delete('/app/installations/:installation_id', (c) => {
    uninstall(host, requireInstallation(host, c))
    return c.body(null, 204)
  })
  routes.put('/app/installations/:installation_id/suspended', (c) => {
    suspendInstallation(host, requireInstallation(host, c))
    return c.body(null, 204)
  })
  routes.delete('/app/installations/:installation_id/suspended', (c) => {
    resumeInstallation(host, requireInstallation(host, c))
    return c.body(null, 204)
  })
  routes.post('/app/installations/:installation_id/access_tokens', (c) => createToken(host, c))
  routes.get('/installation/repositories', (c) => listTokenRepositories(host, c))
  routes.delete('/installation/token', (c) => {
    const principal = c.get('principal')
    if (principal.kind !== 'installation') throw notByIntegration()
    deleteInstallationToken(host.db, principal.tokenHash)
    return c.body(null, 204)
  })
  return routes
}

/** The App's installation on a repository; only the App may ask. */
export function repositoryInstallationRoute(host: Host, c: HostContext): Response {
  assertApp(c)
  const repository = findPathRepository(host, c)
  const installation = repository && installationCovering(host.db, repository)
  if (!installation) throw notFound()
  return c.json(toInstallationJson(host, installation))
}

export function assertApp(c: HostContext): void {
  if (c.get('principal').kind !== 'app') throw undecodable()
}

async function createToken(host: Host, c: HostContext): Promise<Response> {
  const installation = requireInstallation(host, c)
  if (installation.suspended_at) throw new ApiError(403, 'This installation has been suspended')
  const { permissions, repositories } = narrowToken(host, installation, await readBody(c))
  const { token, expiresAt } = createInstallationToken(host.db, {
    installationId: installation.id,
    repositoryIds: repositories?.map((repository) => repository.id) ?? null,
    permissions,
    now: host.now(),
  })
  const answer = {
    token,
    expires_at: timestamp(expiresAt),
    permissions,
    repository_selection: repositories ? 'selected' : installation.repository_selection,
    ...(repositories && { repositories: repositories.map((repository) => toRepositoryJson(host, repository)) }),
  }
  return c.json(answer, 201)
}

function listTokenRepositories(host: Host, c: HostContext): Response {
  const principal = c.get('principal')
  if (principal.kind !== 'installation') {
    throw new ApiError(
      403,
      'You must authenticate with an installation access token in order to list repositories for an installation.',
    )
  }
  const page = readPage(c)
  const { repositoryIds } = principal
  const repositories = listInstallationRepositories(host.db, principal.installation).filter(
    (repository) => repositoryIds === null || repositoryIds.includes(repository.id),
  )
  setPageLinks(host, c, page, repositories.length)
  return c.json({
    total_count: repositories.length,
    repository_selection: repositoryIds ? 'selected' : principal.installation.repository_selection,
    repositories: repositories
      .slice(page.offset, page.offset + page.limit)
      .map((repository) => toRepositoryJson(host, repository)),
  })
}

function requireInstallation(host: Host, c: HostContext): Installation {
  assertApp(c)
  const installation = findInstallation(host.db, readNumber(c, 'installation_id'))
  if (!installation) throw notFound()
  return installation
}
